import { expect, it } from 'vitest';
import * as yup from 'yup';
import { phone } from '@/contract/core/rules';
import { lazyResolver } from '@/lib/form/lazy-resolver';

const schema = yup.object({
  name: yup.string().trim().required('error-name-required'),
  contact: phone().required('error-phone-required'),
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

it('saves unchanged phones of other countries as they were stored', async () => {
  expect(await check({ ...came, name: ' Свет ' })).toEqual({ values: { ...came, name: 'Свет' }, errors: {} });
});

it('still rejects a typed phone and missing values', async () => {
  const { errors } = await check({ ...came, name: '', settings: { contact: '+1 202' } });

  expect(errors).toMatchObject({
    name: { message: 'error-name-required' },
    settings: { contact: { message: 'error-phone-format' } },
  });
});

it('says of a choice that is still to be made to choose, and of an unknown one that it is wrong', async () => {
  const kinds = yup.object({ kind: yup.string().oneOf(['home', 'work'], 'error-wrong-value') });
  const resolve = lazyResolver(
    async () => kinds,
    undefined,
    () => ({}),
  );
  const errorOf = async (kind: string) =>
    (await resolve({ kind }, undefined, { fields: {}, shouldUseNativeValidation: false })).errors;

  expect(await errorOf('')).toMatchObject({ kind: { message: 'error-choose' } });
  expect(await errorOf('boat')).toMatchObject({ kind: { message: 'error-wrong-value' } });
});
