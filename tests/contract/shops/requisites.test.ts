import { describe, expect, it } from 'vitest';
import { toPhone } from '@/contract/core/phone';
import {
  isAccountAtBank,
  isBic,
  isCorrespondentAccount,
  isInn,
  isKpp,
  isOgrn,
  isOgrnip,
} from '@/contract/core/requisites';
import { requisitesSchema } from '@/contract/shops/requisites';
import { completeAccount, completeInn, completeOgrn, completeOgrnip } from '@/server/integrations/numbers';
import { banks } from '@/server/integrations/suggest/bundled';
import { organisations } from '@/server/integrations/suggest/bundled-organisations';
import { requisites } from '../../support/shops';

/** Russian requisites and their control digits, on values that the tax service publishes. */
describe('numbers', () => {
  it.each([
    [
      'ИНН',
      isInn,
      ['7707083893', '7736050003', '500100732259'],
      ['7707083894', '770708389', '7707083893 ', '500100732258', ''],
    ],
    ['КПП', isKpp, ['773601001', '7736AZ001'], ['77360100', '773601001A', '7736az001', '']],
    [
      'ОГРН',
      isOgrn,
      ['1027700132195'],
      ['1027700132196', '2027700132195', '102770013219', '304500116000157'],
    ],
    ['ОГРНИП', isOgrnip, ['304500116000157'], ['304500116000158', '104500116000157', '1027700132195']],
    ['БИК', isBic, ['044525225', '044525974'], ['44525225', '144525225', '0445252251']],
  ] as const)('distinguish valid and invalid %s', (_name, check, right, wrong) => {
    expect(right.filter((text) => !check(text))).toEqual([]);
    expect(wrong.filter((text) => check(text))).toEqual([]);
  });

  it('accept an account only with its bank', () => {
    expect(isAccountAtBank('044525225', '40702810938000012345')).toBe(true);
    expect(isAccountAtBank('044525225', '40702810838000012345')).toBe(false);
    expect(isAccountAtBank('044525974', '40702810938000012345')).toBe(false);
    expect(isAccountAtBank('044525225', '4070281093800001234')).toBe(false);
  });

  it('an account at the Bank of Russia itself is checked by its region', () => {
    const accounts = Array.from({ length: 10 }, (_, digit) => `40101810${digit}45250010041`);

    expect(accounts.filter((account) => isAccountAtBank('044525000', account))).toHaveLength(1);
    expect(accounts.filter((account) => isAccountAtBank('044525000', account))).toEqual(
      accounts.filter((account) => isAccountAtBank('044525001', account)),
    );
  });

  it('accept a correspondent account only with its bank', () => {
    expect(isCorrespondentAccount('044525225', '30101810400000000225')).toBe(true);
    expect(isCorrespondentAccount('044525974', '30101810145250000974')).toBe(true);
    expect(isCorrespondentAccount('044525225', '30101810500000000225')).toBe(false);
    expect(isCorrespondentAccount('044525225', '40702810938000012345')).toBe(false);
  });

  it('are completed with valid control digits', () => {
    expect(isInn(completeInn('770412345'))).toBe(true);
    expect(isInn(completeInn('4345123456'))).toBe(true);
    expect(isOgrn(completeOgrn('119774600123'))).toBe(true);
    expect(isOgrnip(completeOgrnip('31743500001234'))).toBe(true);
    for (const { bic } of banks) expect(isAccountAtBank(bic, completeAccount(bic, '40702', 42))).toBe(true);
  });
});

describe('the bundled directory', () => {
  it('contains banks with valid numbers', () => {
    expect(banks.length).toBeGreaterThanOrEqual(25);
    expect(banks.filter((one) => !isCorrespondentAccount(one.bic, one.correspondent_account))).toEqual([]);
    expect(banks.filter(({ inn }) => inn !== null && !isInn(inn))).toEqual([]);
    expect(new Set(banks.map(({ bic }) => bic)).size).toBe(banks.length);
  });

  it('contains organisations with valid numbers', () => {
    const wrong = organisations.filter(
      ({ inn, kpp, ogrn, type }) =>
        !isInn(inn) ||
        !(type === 'LEGAL' ? isOgrn(ogrn) && isKpp(kpp ?? '') : isOgrnip(ogrn) && kpp === null),
    );
    expect([organisations.length >= 30, wrong]).toEqual([true, []]);
  });
});

describe('a phone', () => {
  it.each([
    '+7 (912) 330-25-18',
    '89123302518',
    '79123302518',
    '9123302518',
    '8 (912) 330 25 18',
    '+7\u00a0912\u00a0330-25-18',
  ])('is read from «%s»', (text) => {
    expect(toPhone(text)).toBe('+7 (912) 330-25-18');
  });

  it.each(['912330251', '99123302518', 'почта', '+7 912 330 25 18 доб. 5', ''])('rejects «%s»', (text) => {
    expect(toPhone(text)).toBeUndefined();
  });
});

describe('the form’s rules', () => {
  async function wrongIn(more: object): Promise<Record<string, string>> {
    try {
      await requisitesSchema.validate({ ...requisites, ...more }, { abortEarly: false });
      return {};
    } catch (error) {
      const { inner } = error as { inner: { path: string; message: string }[] };
      return Object.fromEntries(inner.map(({ path, message }) => [path, message]));
    }
  }

  it('accept valid numbers with pasted spaces and hyphens', async () => {
    expect(await wrongIn({})).toEqual({});
    expect(
      await wrongIn({ account: '40702 810 9 3800 0012345', inn: '77 36 050003', kpp: '7736 01 001' }),
    ).toEqual({});
  });

  it.each([
    [{ inn: '' }, { inn: 'error-inn-required' }],
    [{ inn: '773605000' }, { inn: 'error-inn-length-10' }],
    [{ inn: '500100732259' }, { inn: 'error-inn-length-10' }],
    [{ inn: '7736050004' }, { inn: 'error-inn-checksum' }],
    [{ inn: '0000000000' }, { inn: 'error-inn-checksum' }],
    [{ kpp: null }, { kpp: 'error-kpp-required' }],
    [{ kpp: '12' }, { kpp: 'error-kpp-format' }],
    [{ ogrn: '1027700132196' }, { ogrn: 'error-ogrn-checksum' }],
    [{ ogrn: '304500116000157' }, { ogrn: 'error-ogrn-format' }],
    [{ account: '40702810838000012345' }, { account: 'error-account-checksum' }],
    [{ account: '4070281093800001' }, { account: 'error-account-format' }],
    [
      { correspondent_account: '30101810500000000225' },
      { correspondent_account: 'error-correspondent-account-checksum' },
    ],
    [
      { correspondent_account: '40702810938000012345' },
      { correspondent_account: 'error-correspondent-account-format' },
    ],
    [{ tax_system: 'none' }, { tax_system: 'error-wrong-value' }],
    [{ payment_email: 'почта' }, { payment_email: 'error-email-format' }],
  ])('name what is wrong with %j', async (more, wrong) => {
    expect(await wrongIn(more)).toEqual(wrong);
  });

  it('report a wrong БИК once, not at the accounts, too', async () => {
    expect(await wrongIn({ bic: '12' })).toEqual({ bic: 'error-bic-format' });
  });

  it('require ИНН of twelve digits and ОГРНИП of an entrepreneur, without КПП', async () => {
    const person = { legal_form: 'entrepreneur', inn: '500100732259', ogrn: '304500116000157' };

    expect(await wrongIn(person)).toEqual({});
    expect(await wrongIn({ ...person, inn: '7736050003' })).toEqual({ inn: 'error-inn-length-12' });
    expect(await wrongIn({ ...person, ogrn: '304500116000158' })).toEqual({ ogrn: 'error-ogrnip-checksum' });
    const kept = await requisitesSchema.validate({ ...requisites, ...person });
    expect(kept.kpp).toBeNull();
  });

  it('require no registration number from the self-employed', async () => {
    const kept = await requisitesSchema.validate({
      ...requisites,
      legal_form: 'self_employed',
      inn: '500100732259',
    });

    expect([kept.kpp, kept.ogrn]).toEqual([null, null]);
  });
});
