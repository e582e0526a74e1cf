import { expect, it } from 'vitest';
import * as yup from 'yup';
import { phone } from '@/contract/core/rules';
import { storedPhone } from '@/contract/shops/schema';
import { lazyResolver } from '@/crud/form/lazy-resolver';

const schema = yup.object({
  name: yup.string().trim().required('error-name-required'),
  contact: storedPhone().required('error-phone-required'),
  settings: yup.object({ contact: phone() }),
});
const came = { name: 'Лампы', contact: '2025550142', settings: { contact: '+1 202 555 0142' } };

const check = (values: typeof came) => {
  const resolve = lazyResolver(
    async () => schema,
    undefined,
    () => came,
  );
  return resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
};

it('saves phones of other countries as they came when nobody changed them', async () => {
  expect(await check({ ...came, name: ' Свет ' })).toEqual({ values: { ...came, name: 'Свет' }, errors: {} });
});

it('still refuses a phone that was typed and what is missing', async () => {
  const { errors } = await check({ ...came, name: '', settings: { contact: '+1 202' } });

  expect(errors).toMatchObject({
    name: { message: 'error-name-required' },
    settings: { contact: { message: 'error-phone-format' } },
  });
});
