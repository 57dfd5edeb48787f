// What stands in a page's address behind the #: parts such as l=…, name=…, lesson=…, seed=… and slides=7, with & between them.

// partsOf are the parts of such an end of an address, without the #. Some programs write the = of a link otherwise.
export const partsOf = (fragment) => fragment.replaceAll("%3D", "=").split("&").filter(Boolean);

// partsOfAddress are those of this page's address.
export const partsOfAddress = () => partsOf(location.hash.slice(1));

// inAddress is the value of a part of this page's address; null if there is none.
export const inAddress = (name) => new URLSearchParams(partsOfAddress().join("&")).get(name);

// namesLesson says whether a part holds or names a lesson.
export const namesLesson = (part) => /^(l|name|lesson)=/.test(part);
