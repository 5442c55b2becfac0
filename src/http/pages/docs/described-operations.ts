/** The parts of our own `openapi.json` that the explorer shows, read out of the document itself. */

/** As much of JSON Schema as our document uses. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly default?: unknown;
  readonly examples?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: Schema | boolean;
};
type Content = Readonly<
  Record<
    string,
    { readonly schema?: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
  >
>;
export type Parameter = {
  readonly in: "path" | "query" | "header";
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};
export type Answer = { readonly status: string; readonly description: string; readonly content: Content };
export type Operation = {
  /** Its id, or one made of its method and path. */
  readonly name: string;
  readonly method: string;
  /** Below the host. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly key: "needed" | "optional" | "none";
  readonly parameters: readonly Parameter[];
  readonly body: Content | null;
  readonly answers: readonly Answer[];
};
export type Schemas = Readonly<Record<string, Schema>>;

type Written = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>>;
  readonly components: { readonly schemas: Schemas };
};

export function operationsOf(description: object): readonly Operation[] {
  return Object.entries((description as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => operationOf(path, method, written)),
  );
}

export function schemasOf(description: object): Schemas {
  return (description as Document).components.schemas;
}

function operationOf(path: string, method: string, written: Written): Operation {
  const security = written.security ?? [];
  const open = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
  return {
    name: written.operationId ?? `${method}${path}`.replaceAll(/[^A-Za-z]+/g, "-").replace(/-$/, ""),
    method,
    path: `/v1${path}`,
    summary: written.summary ?? "",
    description: written.description ?? "",
    key: security.length === 0 ? "none" : open ? "optional" : "needed",
    parameters: written.parameters ?? [],
    body: written.requestBody?.content ?? null,
    answers: Object.entries(written.responses ?? {}).map(([status, { description, content }]) => ({
      status,
      description,
      content: content ?? {},
    })),
  };
}
