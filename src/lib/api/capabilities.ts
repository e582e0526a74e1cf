import { useSyncExternalStore } from 'react';
import type { Capability } from '@/contract/capabilities';
import type { Right } from '@/contract/core/areas';
import { ClientError } from './client-error';

/** What the server has announced, and what another server lacks; undefined until the settings have arrived. */
let announced: ReadonlySet<Capability> | undefined;
let lacks: Capability[] = [];
const none: ReadonlySet<Capability> = new Set();
const listeners = new Set<() => void>();
/** Which endpoint needs which capability: loaded for a server that does not have them all. */
let map: (typeof import('./endpoints') & typeof import('@/contract/capabilities')) | undefined;

/** What the role of a limited person opens and asks; undefined for whoever is not limited. */
export interface RoleAccess {
  opens: (path: string) => boolean;
  /** The right that a request needs and the role does not give. */
  lackOf: (method: string, path: string) => Right | undefined;
}

let role: RoleAccess | undefined;

/** Stores what the role of the signed-in person allows, before `me` answers (`lib/session/me.ts`). */
export function keepRole(access: RoleAccess | undefined): void {
  role = access;
}

/** False for a page outside the role of a limited person. */
export const isInRole = (path: string): boolean => !role || role.opens(path);

/** Stores the capabilities announced by a response of `GET settings`. */
export async function keepCapabilities(names: unknown): Promise<void> {
  const own: readonly Capability[] = Array.isArray(names) ? names : [];
  if (!own.includes('all'))
    map ??= { ...(await import('./endpoints')), ...(await import('@/contract/capabilities')) };
  const next = new Set([...(map?.readCapabilities(own) ?? own), ...lacks]);
  if (announced && [...announced].join() === [...next].join()) return;
  announced = next;
  for (const listener of listeners) listener();
}

/** Adds pages whose families another server of the dialect turned out to lack. */
export function keepLacks(pages: readonly string[]): Promise<void> {
  lacks = pages.map((page) => `no ${page}` as const);
  return keepCapabilities(undefined);
}

export function hasCapability(name: Capability): boolean {
  return announced?.has(name) ?? false;
}

export function whenAnnounced(): Promise<void> {
  if (announced) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = listen(() => {
      stop();
      resolve();
    });
  });
}

/** True for our own server, which has more than the dialect. */
export function isExtended(): boolean {
  return announced !== undefined && announced.size > lacks.length;
}

/** False when the server does not announce what the request needs, or the person's role does not allow it. */
export function isAnnounced(method: string, path: string, known = announced): boolean {
  return !role?.lackOf(method, path) && hasEndpoint(method, path, known);
}

function hasEndpoint(method: string, path: string, known: ReadonlySet<Capability> | undefined): boolean {
  const needed = map?.findEndpoint(method, path)?.capability as Capability | undefined;
  return needed === undefined || (known?.has(needed) ?? false);
}

/** All announced capabilities; undefined until the settings have arrived, and during prerender. */
export function useAnnounced(): ReadonlySet<Capability> | undefined {
  return useSyncExternalStore(
    listen,
    () => announced,
    () => undefined,
  );
}

/** All announced capabilities; none until the settings have arrived. */
export function useCapabilities(): ReadonlySet<Capability> {
  return useAnnounced() ?? none;
}

/** True when the server has a capability: features that it lacks are hidden and not requested. */
export function useCan(name: Capability): boolean {
  return useCapabilities().has(name);
}

/** Rejects a request that the server is known not to support, without sending it. */
export function assertAnnounced(method: string, path: string): void {
  if (announced && !hasEndpoint(method, path, announced))
    throw new ClientError('NOT_SUPPORTED', { status: 501 });
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
