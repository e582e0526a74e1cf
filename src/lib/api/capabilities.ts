import { useSyncExternalStore } from 'react';
import { type Capability, capabilityOf, readCapabilities } from '@/contract/core/capabilities';
import { ClientError } from './errors';

/** What the server has announced; undefined until the settings have arrived. */
let announced: ReadonlySet<Capability> | undefined;
const none: ReadonlySet<Capability> = new Set();
const listeners = new Set<() => void>();

/** Keeps what an answer of `GET settings` announces. */
export function keepCapabilities(names: unknown): void {
  const next = readCapabilities(names);
  if (announced && [...announced].join() === [...next].join()) return;
  announced = next;
  for (const listener of listeners) listener();
}

export function hasCapability(name: Capability): boolean {
  return announced?.has(name) ?? false;
}

/** Resolves when the server's capabilities are known. */
export function whenAnnounced(): Promise<void> {
  if (announced) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = listen(() => {
      stop();
      resolve();
    });
  });
}

/** True for a server that has more than the dialect. */
export function isExtended(): boolean {
  return announced !== undefined && announced.size > 0;
}

/** True unless the request needs what the server does not announce. */
export function isAnnounced(method: string, path: string, known = announced): boolean {
  const needed = capabilityOf(method, path);
  return needed === undefined || (known?.has(needed) ?? false);
}

/** All that the server announces; undefined until the settings have arrived, and during prerender. */
export function useAnnounced(): ReadonlySet<Capability> | undefined {
  return useSyncExternalStore(
    listen,
    () => announced,
    () => undefined,
  );
}

/** All that the server announces; nothing until the settings have arrived. */
export function useCapabilities(): ReadonlySet<Capability> {
  return useAnnounced() ?? none;
}

/** True when the server has a capability: what it lacks is hidden and not requested. */
export function useCan(name: Capability): boolean {
  return useCapabilities().has(name);
}

/** Refuses a request for what the server is known to lack, without sending it. */
export function assertAnnounced(method: string, path: string): void {
  if (announced && !isAnnounced(method, path)) throw new ClientError('NOT_SUPPORTED', { status: 501 });
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
