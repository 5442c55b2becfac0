/** The little of ari-client that `ari-link.ts` uses. The package has no types of its own. */
declare module "ari-client" {
  import type { EventEmitter } from "node:events";
  import type { WebSocket } from "ws";

  export interface Client extends EventEmitter {
    /** Opens the event socket for the application; emits `WebSocketConnected` from inside the socket's `open`. */
    start(app: string): Promise<void>;
    /** Not documented, and the only way to what comes in before the library has interpreted it. */
    _ws?: WebSocket;
  }

  const ariClient: { connect(url: string, username: string, password: string): Promise<Client> };
  export default ariClient;
}
