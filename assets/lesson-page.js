// The page of a lesson that comes with the page.
import { start } from "./lesson.js";

start(JSON.parse(document.getElementById("lesson-data").textContent));
