import { expect, it } from 'vitest';
import { ruTexts } from '@/lib/i18n/i18n';
// No other screen is imported here: it could bring the words along.
import '@/features/accounts/users/person-orders';

it('the orders on the page of a person come with their words', () => {
  expect(ruTexts.resources).toHaveProperty([...['orders', 'options', 'order_status', 'order-completed']]);
});
