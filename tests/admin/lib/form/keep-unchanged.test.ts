import { expect, it } from 'vitest';
import * as yup from 'yup';
import { phone } from '@/contract/core/rules';
import { keepCapabilities } from '@/lib/api/capabilities';
import { lazyResolver } from '@/lib/form/lazy-resolver';

const schema = yup.object({
  name: yup.string().trim().required('error-name-required'),
  contact: phone().required('error-phone-required'),
  settings: yup.object({ contact: phone() }),
});
const came = { name: 'Лампы', contact: '2025550142', settings: { contact: '+1 202 555 0142' } };

const check = (values: typeof came) => {
  const resolve = lazyResolver(async () => schema, undefined, { values: () => came, isRecord: false });
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
  const resolve = lazyResolver(async () => kinds, undefined, { values: () => ({}), isRecord: true });
  const errorOf = async (kind: string) =>
    (await resolve({ kind }, undefined, { fields: {}, shouldUseNativeValidation: false })).errors;

  expect(await errorOf('')).toMatchObject({ kind: { message: 'error-choose' } });
  expect(await errorOf('boat')).toMatchObject({ kind: { message: 'error-wrong-value' } });
});

it('asks a record of another server for nothing that it lacks, a new one for everything', async () => {
  const box = yup.object({
    name: yup.string().required('error-name-required'),
    weight: yup.number().nullable().required('error-weight-required'),
    platform: yup.string().oneOf(['ios', 'android'], 'error-platform-required'),
  });
  const row = { name: 'S', weight: null, platform: 'harmony' };
  const answer = (values: object, stored: object) =>
    lazyResolver(async () => box as never, undefined, { values: () => stored, isRecord: true })(
      values as never,
      undefined,
      { fields: {}, shouldUseNativeValidation: false },
    );

  await keepCapabilities([]);
  expect(await answer({ ...row, name: 'M' }, row)).toEqual({ values: { ...row, name: 'M' }, errors: {} });
  expect(Object.keys((await answer({ ...row, name: '' }, row)).errors)).toEqual(['name']);
  expect(Object.keys((await answer(row, {})).errors)).toEqual(['weight', 'platform']);

  await keepCapabilities(['all']);
  expect(Object.keys((await answer({ ...row, name: 'M' }, row)).errors)).toEqual(['weight', 'platform']);
});
