// The page of a lesson that comes with the page.
import { Desk } from "./desk.js";
import { start } from "./lesson.js";
import { offerPackage } from "./packaging.js";

const about = JSON.parse(document.getElementById("lesson-data").textContent);
start(about);
offerPackage(document.getElementById("package-form"), new Desk(), () => ({ name: about.lesson }));
