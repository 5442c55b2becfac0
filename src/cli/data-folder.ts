/** The data folder of the appliance whose configuration is in force: for what the operator does beside it. */
import { loadSettings } from "../config/load.ts";

/** Throws ConfigError when the configuration cannot be used. */
export function dataFolder(): string {
  return loadSettings({ env: process.env }).data_dir;
}
