import { type ResourceName, resourceNames, resources } from '@/contract';
import { adminOnly } from '@/contract/core/permissions';
import type { DB } from './core/db/types';
import type { Module } from './core/module';
import { type ResourceService, resourceService } from './core/resource/service';
import { accounts } from './modules/accounts';
import { catalogue } from './modules/catalogue';
import { feedback } from './modules/feedback';
import { insights } from './modules/insights';
import { ledger } from './modules/ledger';
import { messaging } from './modules/messaging';
import { orders } from './modules/orders';
import { promotions } from './modules/promotions';
import { refunds } from './modules/refunds';
import { settings } from './modules/settings';
import { shops } from './modules/shops';

/** In dependency order: a module imports only those before it (architecture test). */
export const modules: readonly Module[] = [
  messaging,
  settings,
  ledger,
  accounts,
  shops,
  catalogue,
  promotions,
  orders,
  refunds,
  feedback,
  insights,
];

/**
 * The service of every family: its module's, or the default one where only administrators write. Any other family must
 * name its policy in a module; throws at start if one does not.
 */
export const services = Object.fromEntries(resourceNames.map((name) => [name, serviceOf(name)])) as Record<
  ResourceName,
  ResourceService
>;

function serviceOf(name: ResourceName): ResourceService {
  const { resources: own } = modules.find((module) => module.resources[name]) ?? { resources: {} };
  const service = (own as Module['resources'])[name];
  if (service) return service;
  const { create, update, remove } = resources[name].allow;
  if ([create, update, remove].some((allow) => allow !== adminOnly))
    throw new Error(`${name}: others than administrators write it, so a module has to declare its service`);
  return resourceService(resources[name], { table: name.replaceAll('-', '_') as keyof DB });
}
