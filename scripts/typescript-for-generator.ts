/** TypeScript's syntax trees, as the last version had them that was written in TypeScript. */
import { ts } from "@ts-morph/common";

export default ts;
