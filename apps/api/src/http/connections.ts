import type { Caller } from '@bitacora/access';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.js';
import { ApiError } from '../problem.js';
import { CONFIG } from '../tokens.js';

/** Who holds a connection open, and from where. */
export interface Holder {
  readonly credential: Caller['credential'];
  readonly ip: string;
}

/** Counts what each caller holds open: WebSockets and streams of server-sent events. */
@Injectable()
export class Connections {
  private readonly held = new Map<string, number>();
  private readonly max: number;

  constructor(@Inject(CONFIG) { limits }: Config) {
    this.max = limits.connections;
  }

  /** Takes a place for `holder`; the function returned gives it back. Throws `TOO_MANY_CONNECTIONS` where none is left. */
  enter({ credential, ip }: Holder): () => void {
    const name = credential ?? `at ${ip}`;
    const held = this.held.get(name) ?? 0;
    if (held >= this.max) throw new ApiError('TOO_MANY_CONNECTIONS', { params: { max: this.max } });
    this.held.set(name, held + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.leave(name);
      isHeld = false;
    };
  }

  private leave(name: string): void {
    const left = (this.held.get(name) ?? 0) - 1;
    if (left > 0) this.held.set(name, left);
    else this.held.delete(name);
  }
}
