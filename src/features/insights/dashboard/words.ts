import dashboardWords from '@locales/ru/resources.json?dashboard';
import orderWords from '@locales/ru/resources.json?orders';
import withdrawWords from '@locales/ru/resources.json?withdraws';
import { addWords } from '@/lib/i18n/i18n';

// The words of dashboards, and of the orders and withdrawals on them, without those of every family.
addWords('resources', {
  dashboard: dashboardWords.dashboard,
  orders: orderWords.orders,
  withdraws: withdrawWords.withdraws,
});
