import * as accounts from './accounts/actions';
import { roles } from './accounts/roles';
import * as catalogue from './catalogue/actions';
import { type Action, splitAddress } from './core/action';
import * as core from './core/actions';
import { familyActions, rowActions } from './family-actions';
import * as feedback from './feedback/actions';
import { resources } from './index';
import * as insights from './insights/actions';
import * as ledger from './ledger/actions';
import * as messaging from './messaging/actions';
import * as orders from './orders/actions';
import * as payments from './payments/actions';
import * as promotions from './promotions/actions';
import { flashSaleRequests } from './promotions/flash-sale/requests';
import * as receipts from './receipts/actions';
import * as refunds from './refunds/actions';
import * as settings from './settings/actions';
import * as shops from './shops/actions';

/** Every action of the API, by domain. For the server, tests and what is printed: a screen imports the actions that it asks. */
export const actionsByDomain = {
  core,
  messaging,
  settings,
  ledger,
  accounts,
  shops,
  catalogue,
  promotions,
  orders,
  refunds,
  payments,
  receipts,
  feedback,
  insights,
} as const;

/** Every action that a domain declares. */
export const declaredActions: readonly Action[] = Object.values(actionsByDomain).flatMap((domain) =>
  Object.values<Action>(domain),
);

/** The same, and what the engine serves of each family. */
const byEndpoint = new Map<string, Action>();
for (const resource of [...Object.values(resources), flashSaleRequests, roles]) {
  // What is no family of the registry has rows alone.
  const ofFamily: readonly Action[] = Object.values(
    Object.hasOwn(resources, resource.name) ? familyActions(resource) : rowActions(resource),
  );
  for (const action of ofFamily) for (const key of keysOf(action)) byEndpoint.set(key, action);
}
const declared = new Set<string>();
for (const action of declaredActions)
  for (const key of keysOf(action)) {
    if (declared.has(key)) throw new Error(`${key} is declared twice`);
    declared.add(key);
    // A domain's own action at an address of a family takes its place.
    byEndpoint.set(key, action);
  }

export const actionsByEndpoint: ReadonlyMap<string, Action> = byEndpoint;

/** The action at an address such as `orders/:key/payment`. */
export const findAction = (method: string, route: string): Action | undefined =>
  byEndpoint.get(`${method} ${withoutNames(route)}`);

/** `PUT orders/:/parcel`: names of parameters do not count. */
function keysOf({ at }: Action): string[] {
  const { methods, path } = splitAddress(at);
  return methods.map((method) => `${method} ${withoutNames(path)}`);
}

function withoutNames(route: string): string {
  return route.replace(/:\w+/g, ':');
}
