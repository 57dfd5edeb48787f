// The editor in which a lesson is written: CodeMirror, with the colours of the page. It lives in a shadow root, where its styles are adopted style
// sheets: the page's security policy allows no others.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const tomlBlocks = /^(backfill|question)\b/;

// lesson tells the words of a lesson's text apart: TOML in the front matter and in experiments and questions, Markdown elsewhere.
const lesson = StreamLanguage.define({
  name: "lesson",
  startState: () => ({ in: "start", fence: "", toml: toml.startState() }),
  copyState: (state) => ({ ...state, toml: { ...state.toml } }),
  token(stream, state) {
    if (stream.sol()) {
      if (state.in === "start" && stream.match(/^\+\+\+\s*$/)) {
        state.in = "front";
        return "meta";
      }
      if (state.in === "start") {
        state.in = "text";
      }
      if (state.in === "front" && stream.match(/^\+\+\+\s*$/)) {
        state.in = "text";
        return "meta";
      }
      const [fence, info] = stream.string.match(/^(`{3,}|~{3,})\s*(.*)$/)?.slice(1) ?? [];
      if (state.in === "text" && fence) {
        stream.skipToEnd();
        if (tomlBlocks.test(info)) {
          Object.assign(state, { in: "block", fence, toml: toml.startState() });
        }
        return "meta";
      }
      if (state.in === "block" && fence && !info && fence.startsWith(state.fence)) {
        stream.skipToEnd();
        state.in = "text";
        return "meta";
      }
    }
    if (state.in === "front" || state.in === "block") {
      return toml.token(stream, state.toml);
    }
    if (stream.sol() && stream.match(/^#{1,6}\s.*/)) {
      return "heading";
    }
    if (stream.match(/^\{[^}]*\}/)) {
      return "atom";
    }
    if (stream.match(/^`[^`]+`/) || stream.match(/^\[[^\]]*\]\([^)]*\)/)) {
      return "link";
    }
    if (stream.match(/^\*\*[^*]+\*\*/)) {
      return "strong";
    }
    stream.next();
    return null;
  },
});

const colors = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "700" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: [tags.meta, tags.comment], color: "var(--muted)" },
  { tag: [tags.string, tags.link], color: "var(--series-3)" },
  { tag: [tags.atom, tags.number, tags.bool], color: "var(--series-4)" },
  { tag: [tags.propertyName, tags.variableName], color: "var(--series-1)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "Liberation Mono", monospace', lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--raised)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--accent) 30%, transparent)" },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--raised)", borderColor: "var(--line)" },
  ".cm-panel.cm-search :is(input, button)": { color: "var(--text)", background: "var(--surface)", border: "1px solid var(--edge)" },
  ".cm-tooltip": { color: "var(--text)", backgroundColor: "var(--raised)", border: "1px solid var(--edge)" },
  ".cm-diagnosticText": { whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
});

// openEditor puts an editor into an element; changed is called whenever its text has been changed by whoever writes.
export function openEditor(host, changed) {
  const root = host.attachShadow({ mode: "open" });
  let quiet = false; // while the page itself changes the text
  const extensions = [
    lineNumbers(),
    lintGutter(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    history(),
    drawSelection(),
    search({ top: true }),
    lesson,
    syntaxHighlighting(colors),
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "The text of the lesson", spellcheck: "false", tabindex: "0" }),
    keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
    EditorView.updateListener.of((update) => update.docChanged && !quiet && changed()),
  ];
  const view = new EditorView({ parent: root, root, state: EditorState.create({ extensions }) });
  const lineAt = (line) => view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  return {
    get text() {
      return view.state.doc.toString();
    },
    // open begins with another text, with nothing to undo.
    open(text) {
      quiet = true;
      view.setState(EditorState.create({ doc: text, extensions }));
      quiet = false;
    },
    // mark underlines the lines of mistakes.
    mark(mistakes) {
      const diagnostics = mistakes.map(({ line, reason, warning }) => {
        const { from, to } = lineAt(line);
        return { from, to, severity: warning ? "warning" : "error", message: reason };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics.sort((a, b) => a.from - b.from)));
    },
    // go puts the cursor into a line.
    go(line) {
      const { from } = lineAt(line);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
    focus: () => view.focus(),
  };
}
