import { useEffect, useState } from 'react';
import { type FieldValues, get, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { FoundBank, FoundOrganisations } from '@/components/domain/requisites/register-hints';
import { RequisiteInput } from '@/components/domain/requisites/requisites-fields';
import { legalFormOptions, taxSystemOptions, vatRateOptions } from '@/components/domain/requisites/values';

const prefix = 'requisites';

/** What a register knows, by the number that it is found by. */
const found = {
  inn: ['legal_name', 'kpp', 'ogrn', 'legal_address'],
  bic: ['bank_name', 'correspondent_account'],
} as const;

/** ИНН, БИК, account and taxes. What no register filled in is asked for after the first try to save. */
export function ShortRequisites({ form }: { form: UseFormReturn<FieldValues> }) {
  const at = { form, prefix };
  const isMissing = useMissing(form);
  const [inn, legalForm] = useWatch({
    control: form.control,
    name: [`${prefix}.inn`, `${prefix}.legal_form`],
  });
  // Twelve digits are a person's, who is an entrepreneur or self-employed.
  const isPerson = String(inn ?? '').replace(/\D/g, '').length > 10 || legalForm !== 'organisation';
  const isTwelve = String(inn ?? '').replace(/\D/g, '').length === 12;
  useEffect(() => {
    const path = `${prefix}.legal_form`;
    if (isTwelve && form.getValues(path) === 'organisation') {
      form.setValue(path, 'entrepreneur', { shouldDirty: true });
    }
  }, [form, isTwelve]);
  const labels: Partial<Record<string, string>> =
    legalForm === 'organisation'
      ? { inn: 'inn-any' }
      : { inn: 'inn-person', legal_name: 'person-name', ogrn: 'ogrnip' };
  const asked = (number: keyof typeof found) =>
    found[number]
      .filter((name) => isMissing(name, number))
      .map((name) => <RequisiteInput key={name} {...at} name={name} label={labels[name] ?? name} />);
  return (
    <>
      <RequisiteInput {...at} name="inn" label={labels.inn ?? 'inn'} kind="digits">
        <FoundOrganisations {...at} />
      </RequisiteInput>
      {isPerson && <RequisiteInput {...at} name="legal_form" kind="radio" options={legalFormOptions} />}
      {asked('inn')}
      <RequisiteInput {...at} name="bic" kind="digits">
        <FoundBank {...at} />
      </RequisiteInput>
      {asked('bic')}
      <RequisiteInput {...at} name="account" kind="digits" />
      <div className="grid items-start gap-4 @md:grid-cols-2">
        <RequisiteInput {...at} name="tax_system" kind="select" options={taxSystemOptions} />
        <RequisiteInput {...at} name="vat_rate" kind="select" options={vatRateOptions} />
      </div>
    </>
  );
}

/** Fields that were wrong at a save while the number they are found by was right; they stay while they are typed. */
function useMissing(form: UseFormReturn<FieldValues>) {
  const { errors, submitCount, isSubmitting } = useFormState({ control: form.control });
  const [asked, setAsked] = useState<{ count: number; names: readonly string[] }>({ count: 0, names: [] });
  const isWrong = (name: string) => get(errors, `${prefix}.${name}`) !== undefined;
  if (!isSubmitting && submitCount !== asked.count) {
    const wrong = Object.values(found).flat().filter(isWrong);
    setAsked({ count: submitCount, names: [...asked.names, ...wrong] });
  }
  return (name: string, number: keyof typeof found) => !isWrong(number) && asked.names.includes(name);
}
