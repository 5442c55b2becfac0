import { SetUpError } from "./say.mjs";
import { TRIPLET } from "./paths.mjs";

const OLDEST_MAJOR = 20;

/** The user's own Node only runs the set-up; the product runs on the Node 24 that comes with the npm packages. */
export const nodeStep = {
  name: "Machine",
  promise: "checking",
  isDone: () => process.platform === "linux" && TRIPLET !== undefined && Number(major()) >= OLDEST_MAJOR,
  async perform() {
    if (process.platform !== "linux" || TRIPLET === undefined) {
      throw new SetUpError(
        `Outdial runs on Linux on x64 or arm64, not on ${process.platform} ${process.arch}: use Docker.`,
      );
    }
    throw new SetUpError(
      `Node ${process.version} is too old to set up Outdial: install Node ${OLDEST_MAJOR} or newer.`,
    );
  },
};

function major() {
  return process.versions.node.split(".")[0];
}
