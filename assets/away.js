// Links in a package to pages that are not in it.

const packaged = ["", "index.html", "lesson.html"];

// leadAway lets links to pages of the site that a package does not hold lead to where it was made, in a window of their own. The lab is in the package.
export function leadAway(home) {
  const here = new URL("./", document.baseURI);
  const mend = (event) => {
    const link = event.composedPath()[0].closest?.("a[href]");
    const target = link && new URL(link.href);
    if (!target || target.origin !== here.origin || !target.pathname.startsWith(here.pathname) || target.pathname === location.pathname) {
      return;
    }
    const name = target.pathname.slice(here.pathname.length);
    const rest = name + target.search + target.hash;
    if (name === "") {
      link.href = new URL(`index.html${rest}`, here).href; // platforms know no page of a folder
    } else if (!packaged.includes(name) && name.endsWith(".html")) {
      link.href = new URL(rest, home).href;
    }
    link.target = "_blank";
    link.rel = "noopener";
  };
  document.addEventListener("click", mend, true);
  document.addEventListener("auxclick", mend, true);
}
