// Shows a lesson that the program of lessons has read (desk.js, verb read) in a page that has none of its own yet.

const made = new WeakMap(); // the HTML of experiments that stand in the page, as it was made

// show puts the lesson into the article and its sources into the list. Experiments that are the same as before stay, so that they run on while
// the lesson is written. foreign says that it does not come with the page.
export function show(article, sources, { title, minutes, body, sources: publications }, foreign) {
  article.querySelector(".kicker").textContent = `${foreign ? "A lesson that does not come with this page, about" : "About"} ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  article.querySelector("h1").textContent = title;
  const text = document.createElement("template");
  text.innerHTML = body; // of Markdown without markup: package lessons refuses that
  for (const lab of text.content.querySelectorAll(".lab")) {
    made.set(lab, lab.outerHTML);
  }
  fill(article, article.querySelector(".progress"), text.content);
  sources.replaceChildren(
    ...publications.map((html) => {
      const item = document.createElement("li");
      item.innerHTML = html; // as above
      return item;
    }),
  );
  document.dispatchEvent(new Event("backfill-filled")); // for theme.js
}

// fill replaces what stands in an element behind one of its children, or all of it, and keeps the experiments that are as before, in their order.
function fill(element, head, text) {
  let next = head ? head.nextSibling : element.firstChild;
  // removeUntil removes what stands before a node, or all that is left if it is null.
  const removeUntil = (node) => {
    while (next !== node) {
      const gone = next;
      next = next.nextSibling;
      gone.remove();
    }
  };
  // stay finds what is to stay, and removes what stands before it; null if there is nothing.
  const stay = (is) => {
    let found = next;
    while (found && !is(found)) {
      found = found.nextSibling;
    }
    if (found) {
      removeUntil(found);
      next = found.nextSibling;
    }
    return found;
  };
  for (const node of [...text.childNodes]) {
    const lab = node.matches?.(".lab") ? stay((each) => made.has(each) && made.get(each) === made.get(node)) : null;
    const later = node.matches?.(".later") ? stay((each) => each.matches?.(".later") && each.dataset.after === node.dataset.after) : null;
    if (lab) {
      lab.className = node.className;
      for (const added of lab.querySelectorAll(".aim, .drawn")) {
        added.remove();
      }
    } else if (later) {
      later.className = node.className;
      later.querySelector(":scope > .cover").replaceWith(node.querySelector(":scope > .cover"));
      fill(later.querySelector(":scope > .rest"), null, node.querySelector(":scope > .rest"));
    } else {
      element.insertBefore(node, next);
    }
  }
  removeUntil(null);
}

// listMistakes lists what is wrong in a lesson, by an answer of the desk. go, if there is one, leads to a line.
export function listMistakes(list, { mistakes = [], more = 0 }, go) {
  list.replaceChildren(
    ...mistakes.map(({ line, reason, warning }) => {
      const item = document.createElement("li");
      const place = document.createElement(go ? "button" : "b");
      place.textContent = `Line ${line}`;
      if (go) {
        place.type = "button";
        place.className = "link";
        place.addEventListener("click", () => go(line));
      }
      item.append(place, warning ? `: warning: ${reason}` : `: ${reason}`);
      return item;
    }),
  );
  if (more) {
    const item = document.createElement("li");
    item.textContent = `and ${more} more`;
    list.append(item);
  }
}

// leaveAddress lets links within the lesson lead to their places without a change of the page's address, which holds or names the lesson.
export function leaveAddress() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    const target = link && document.getElementById(readable(link.hash.slice(1)));
    if (target) {
      event.preventDefault();
      target.scrollIntoView();
      target.querySelector("input, button")?.focus({ preventScroll: true });
    }
  });
}

function readable(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
