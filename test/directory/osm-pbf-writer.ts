/** Writes OpenStreetMap's binary format, for tests of its reader: after the description on OSM's wiki, not after it. */
type Tags = Readonly<Record<string, string>>;
type Extract = {
  readonly dense: boolean;
  readonly nodes: readonly {
    readonly id: number;
    readonly latitude: number;
    readonly longitude: number;
    readonly tags: Tags;
  }[];
  readonly ways: readonly { readonly id: number; readonly refs: readonly number[]; readonly tags: Tags }[];
};

export function osmPbf({ dense, nodes, ways }: Extract, deflate: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const strings = ["", ...new Set([...nodes, ...ways].flatMap(({ tags }) => Object.entries(tags).flat()))];
  const at = (text: string): number => strings.indexOf(text);
  const keys = (tags: Tags): Uint8Array => pack(Object.keys(tags).map(at));
  const values = (tags: Tags): Uint8Array => pack(Object.values(tags).map(at));
  const raw = (degrees: number): number => Math.round(degrees * 1e7);

  const nodeGroup = dense
    ? bytesField(
        2,
        join(
          bytesField(1, packDeltas(nodes.map(({ id }) => id))),
          bytesField(8, packDeltas(nodes.map(({ latitude }) => raw(latitude)))),
          bytesField(9, packDeltas(nodes.map(({ longitude }) => raw(longitude)))),
          bytesField(
            10,
            pack(nodes.flatMap(({ tags }) => [...Object.entries(tags).flatMap(([k, v]) => [at(k), at(v)]), 0])),
          ),
        ),
      )
    : join(
        ...nodes.map(({ id, latitude, longitude, tags }) =>
          bytesField(
            1,
            join(
              numberField(1, zigzag(id)),
              bytesField(2, keys(tags)),
              bytesField(3, values(tags)),
              numberField(8, zigzag(raw(latitude))),
              numberField(9, zigzag(raw(longitude))),
            ),
          ),
        ),
      );
  const wayGroup = join(
    ...ways.map(({ id, refs, tags }) =>
      bytesField(
        3,
        join(
          numberField(1, id),
          bytesField(2, keys(tags)),
          bytesField(3, values(tags)),
          bytesField(8, packDeltas(refs)),
        ),
      ),
    ),
  );
  const table = join(...strings.map((text) => bytesField(1, new TextEncoder().encode(text))));
  const block = join(bytesField(1, table), bytesField(2, nodeGroup), bytesField(2, wayGroup), numberField(17, 100));
  return join(blob("OSMHeader", new Uint8Array(0), deflate), blob("OSMData", block, deflate));
}

function blob(type: string, content: Uint8Array, deflate: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const body = join(numberField(2, content.length), bytesField(3, deflate(content)));
  const header = join(bytesField(1, new TextEncoder().encode(type)), numberField(3, body.length));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return join(length, header, body);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1;
}

function pack(list: readonly number[]): Uint8Array {
  return Uint8Array.from(list.flatMap(varint));
}

function packDeltas(list: readonly number[]): Uint8Array {
  return pack(list.map((value, index) => zigzag(value - (list[index - 1] ?? 0))));
}

function numberField(number: number, value: number): Uint8Array {
  return Uint8Array.from([...varint(number * 8), ...varint(value)]);
}

function bytesField(number: number, bytes: Uint8Array): Uint8Array {
  return join(Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes);
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
