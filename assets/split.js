// How a lesson is split into slides. A slide has a title, units of text (elements of the lesson, one after another) and perhaps an
// exhibit beside them: an experiment, or the table of its jobs. share is the part of the width that the text has, brief a question of
// which only the number is shown above what is said of its answer, dense a slide whose type is no larger than it has to be. Nothing is
// moved: a slide only names what it shows. What fits is found out by whoever asks, with the window as it is.

// shares are the parts of the width that the text may have beside an exhibit, in the order in which they are tried: the exhibit is to be large.
const shares = [0.36, 0.42, 0.48, 0.54, 0.6, 0.66];

// mostSaid is the largest share of a question, and of what is said of an answer; a question alone may have all of them.
const mostSaid = 0.6;

// mostBeside is the largest share of text that may as well stand on a slide of its own.
const mostBeside = 0.48;

const texts = "h3, h4, p, pre, table, blockquote, dl";

// split is the list of slides of an article. fits(slide) says whether a slide can be seen without scrolling; exhibitOf(form) is what has
// to be in sight with a question, or null.
export function split(article, { fits, exhibitOf }) {
  const slides = [];
  let title = article.querySelector("h1");
  let units = []; // of text that is on no slide yet
  const whole = (slide) => ({ title, units: [], exhibit: null, share: 1, brief: null, dense: false, ...slide });
  const push = (slide) => slides.push(whole(slide));
  const fit = (slide) => fits(whole(slide));
  const flush = () => {
    if (units.length > 0) {
      push({ units });
      units = [];
    }
  };
  // beside is the slide with the smallest share of text that fits beside an exhibit, or null.
  const beside = (slide, most = 1) => {
    if (!slide.exhibit) {
      return fit(slide) ? slide : null;
    }
    const share = shares.find((share) => share <= most && fit({ ...slide, share }));
    return share ? { ...slide, share } : null;
  };

  // joins puts text beside an exhibit that has none and stands right before it.
  const joins = (unit) => {
    const last = slides.at(-1);
    if (units.length > 0 || !last?.joinable || last.title !== title || unit.matches("h3")) {
      return false;
    }
    const joined = beside({ units: [...last.units, unit], exhibit: last.exhibit }, shares[1]);
    if (joined) {
      Object.assign(last, joined);
    }
    return Boolean(joined);
  };

  const add = (unit) => {
    if (joins(unit)) {
      return;
    }
    if (units.length > 0 && !fit({ units: [...units, unit] })) {
      const leading = units.length > 1 && leads(units.at(-1)) ? [units.pop()] : [];
      flush();
      units = leading;
    }
    units.push(unit);
  };

  // exhibit puts an experiment, or a table of jobs, beside the text that leads to it: all that is on no slide yet, or its last paragraph.
  const exhibit = (exhibit) => {
    let slide = units.length > 0 ? beside({ units, exhibit }, mostBeside) : null;
    if (slide) {
      units = [];
    } else if (units.length > 1) {
      const last = units.slice(-1);
      slide = beside({ units: last, exhibit }, mostBeside);
      units = slide ? units.slice(0, -1) : units;
    }
    flush();
    push(slide ?? { exhibit, share: 0, joinable: true });
  };

  // together puts a question onto a slide, in place of one that shows its experiment or table and nothing else.
  const together = (slide) => {
    const last = slides.at(-1);
    if (last?.joinable && last.title === title && last.units.length === 0 && last.exhibit === slide.exhibit) {
      slides.pop();
    }
    push(slide);
  };

  // question has one slide, with what is in sight. What is said of an answer follows on further ones where it has no room there.
  const question = (form) => {
    flush();
    const exhibit = exhibitOf(form);
    const asked = [...form.children].filter((part) => part.matches("fieldset, .actions"));
    const said = [...form.querySelector(".feedback").children, ...form.querySelectorAll(":scope > .attempts:not([hidden])")];
    const all = beside({ units: [...asked, ...said], exhibit }, mostSaid);
    if (all) {
      together(all);
      return;
    }
    together(beside({ units: asked, exhibit }, mostSaid) ?? beside({ units: asked, exhibit, dense: true }) ?? { units: asked });
    let rest = [];
    const pushRest = () => {
      const slide = { units: rest, brief: form };
      push(beside({ ...slide, exhibit }, mostSaid) ?? beside({ ...slide, exhibit, dense: true }) ?? slide);
    };
    for (const part of said) {
      if (rest.length > 0 && !beside({ units: [...rest, part], exhibit, brief: form }, mostSaid)) {
        pushRest();
        rest = [];
      }
      rest.push(part);
    }
    if (rest.length > 0) {
      pushRest();
    }
  };

  // wait has a slide for parts that wait for answers, one after another.
  const wait = (parts) => {
    const last = slides.at(-1);
    if (last?.title === title && last.units.length > 0 && waits(last.units[0]) && fit({ units: [...last.units, ...parts] })) {
      last.units.push(...parts);
    } else {
      push({ units: parts });
    }
  };

  for (const block of blocks(article)) {
    if (block.matches("h1")) {
      continue;
    }
    if (block.matches("h2")) {
      flush();
      title = block;
    } else if (waits(block)) {
      flush();
      wait([block, ...block.querySelectorAll(":scope > .cover")]);
    } else if (block.matches(".lab, .jobs")) {
      exhibit(block);
    } else if (block.matches(".question")) {
      question(block);
    } else {
      if (block.matches("h3")) {
        flush();
      }
      add(block);
    }
  }
  flush();
  return slides;
}

// waits says whether a part of the lesson shows nothing before questions are answered.
export function waits(block) {
  return block.matches(".later.veiled, .lab.veiled:not([data-at])");
}

// leads says whether a unit belongs to the next one: a heading, or a sentence that ends with a colon.
function leads(unit) {
  return unit.matches("h3, h4") || unit.textContent.trim().endsWith(":");
}

// blocks are the parts of an article that go onto slides, in their order. Lists are taken apart, and so are the lesson's place in the
// course and its exercises.
function* blocks(parent) {
  for (const child of parent.children) {
    if (child.matches(".place, .exercise, .on-screen")) {
      yield* blocks(child);
    } else if (child.matches(".later:not(.veiled)")) {
      yield* blocks(child.querySelector(":scope > .rest"));
    } else if (child.matches("ul, ol")) {
      yield* child.children;
    } else if (child.matches(`h1, h2, .later, .lab, .jobs, form.question, ${texts}`) && !child.matches(".progress")) {
      yield child;
    }
  }
}
