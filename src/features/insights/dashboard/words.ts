import dashboardWords from '@locales/ru/resources.json?dashboard';
import orderWords from '@locales/ru/resources.json?orders';
import withdrawWords from '@locales/ru/resources.json?withdraws';
import { addWords } from '@/lib/i18n/i18n';

// Translations of dashboards, orders and withdrawals alone, not of every family.
addWords('resources', {
  dashboard: dashboardWords.dashboard,
  orders: orderWords.orders,
  withdraws: withdrawWords.withdraws,
});
