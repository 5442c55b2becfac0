/** TypeScript's syntax trees, as the last version had them that was written in TypeScript. */
import { ts } from "@ts-morph/common";

// oxlint-disable-next-line import/no-default-export -- the generator asks for it.
export default ts;
