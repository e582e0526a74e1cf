import { type ResourceName, resourceNames, resources } from '@/contract';
import type { DB } from './core/db/types';
import type { Module, Services } from './core/module';
import { type ResourceService, resourceService } from './core/resource/service';
import { accounts } from './modules/accounts';
import { catalogue } from './modules/catalogue';
import { feedback } from './modules/feedback';
import { insights } from './modules/insights';
import { ledger } from './modules/ledger';
import { messaging } from './modules/messaging';
import { orders } from './modules/orders';
import { payments } from './modules/payments';
import { promotions } from './modules/promotions';
import { receipts } from './modules/receipts';
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
  payments,
  receipts,
  feedback,
  insights,
];

/** The service of every family: its module's, or the default one, which throws where others than administrators write. */
export const services = Object.fromEntries(resourceNames.map((name) => [name, serviceOf(name)])) as Services;

function serviceOf(name: ResourceName): ResourceService {
  const { resources: own } = modules.find((module) => module.resources[name]) ?? { resources: {} };
  const service = (own as Module['resources'])[name];
  if (service) return service;
  return resourceService(resources[name], { table: name.replaceAll('-', '_') as keyof DB });
}
