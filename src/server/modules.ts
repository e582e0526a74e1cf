import type { ResourceName } from '@/contract';
import type { Module } from './core/module';
import type { ResourceService } from './core/resource/service';
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

/** In dependency order: a module imports only what stands before it (architecture test). */
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

/** The service of every family; a family that no module answers is a type error. */
export const services: Record<ResourceName, ResourceService> = {
  ...messaging.resources,
  ...settings.resources,
  ...ledger.resources,
  ...accounts.resources,
  ...shops.resources,
  ...catalogue.resources,
  ...promotions.resources,
  ...orders.resources,
  ...refunds.resources,
  ...feedback.resources,
  ...insights.resources,
};
