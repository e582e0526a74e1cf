import { expect, it } from 'vitest';
import { ruTexts } from '@/lib/i18n/i18n';
// Other screens are not imported here: they could load the texts as well.
import '@/features/accounts/users/person-orders';

it('the orders on a person’s page load their texts', () => {
  expect(ruTexts.resources).toHaveProperty([...['orders', 'options', 'order_status', 'order-completed']]);
});
