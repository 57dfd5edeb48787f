// Offers a newer version in the pages beside the lab.
import { offerNewer } from "./offline.js";

offerNewer().catch((error) => console.info("no newer version will be offered:", error));
