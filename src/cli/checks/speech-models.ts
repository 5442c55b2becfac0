/** Whether the neural engines can be used here, and if not, why the small ones are. */
import { join } from "node:path";
import { PROJECT_ROOT } from "../../lib/installation.ts";
import type { Env } from "../../lib/installation.ts";
import { readMachine, whyTooSmall } from "../../lib/machine.ts";
import type { Machine } from "../../lib/machine.ts";
import { findDamage, findNeuralModels } from "../../lib/speech-models.ts";
import type { Check, Result } from "./check.ts";

type Place = { readonly env: Env; readonly projectRoot: string; readonly machine: Machine };

export const speechModelsCheck: Check = {
  name: "speech models",
  look: ({ env }) => lookAtModels({ env, projectRoot: PROJECT_ROOT, machine: readMachine() }),
};

/** Warns and never fails: without the models a call can be placed, and is understood worse. */
export async function lookAtModels({ env, projectRoot, machine }: Place): Promise<Result> {
  if (env["OUTDIAL_MODELS_FROM"] === "none") return { found: `${SMALL}, as OUTDIAL_MODELS_FROM=none asks for` };
  const tooSmall = whyTooSmall(machine);
  if (tooSmall.length > 0) {
    const mend = "use a machine with 1.5 GB of memory and a processor with AVX2, or hosted engines";
    return { problem: `${SMALL}: ${tooSmall.join("; ")}`, mend, warning: true };
  }
  const found = findNeuralModels(env, projectRoot);
  if ("missing" in found) {
    const mend = "run npm run set-up, which says what keeps it from bringing them";
    return { problem: `${SMALL}: ${found.missing.join("; ")}`, mend, warning: true };
  }
  const damage = await findDamage(projectRoot);
  if (damage.length > 0) {
    const mend = `remove ${join(projectRoot, "var/models")} and run npm run set-up`;
    return { problem: `${SMALL}: ${damage.join("; ")}`, mend, warning: true };
  }
  return {
    found: "Moonshine to hear, Piper to speak, Smart Turn to know when they have finished; every byte is right",
  };
}

const SMALL = "only the small engines can be used";
