import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { FoundBank } from './found-bank';
import { FoundOrganisations } from './found-organisations';
import { RequisiteInput } from './requisite-input';
import { legalFormOptions, taxSystemOptions, vatRateOptions } from './values';

interface RequisitesFieldsProps {
  form: UseFormReturn<FieldValues>;
  /** Key of the requisites in the form: `requisites` of a shop, `company` of a vendor. */
  name: string;
  /** What the cards say they are for, where these are not a vendor's. */
  texts?: Record<'company' | 'bank' | 'taxes', string>;
}

/**
 * Requisites of a vendor (contract/shops/requisites.ts) as three cards: who sells, the bank account, taxes. A whole ИНН
 * or БИК is looked up and fills in what belongs to it; everything can be written by hand. The form holds them as
 * `requisitesValues(row.requisites)` under `name` and sends `requisitesToSend(values[name])`, both of `./values`.
 *
 *     valuesOf: (row) => ({ …, requisites: requisitesValues(row?.requisites) }),
 *     shown: (values) => ({ ...values, requisites: requisitesToSend(values.requisites) }),
 *     <RequisitesFields form={record.form} name="requisites" />
 */
export function RequisitesFields({ form, name, texts }: RequisitesFieldsProps) {
  const { t } = useTranslation('form');
  const legalForm: unknown = useWatch({ control: form.control, name: `${name}.legal_form` });
  const at = { form, prefix: name };
  const isOrganisation = legalForm === 'organisation';
  const isEntrepreneur = legalForm === 'entrepreneur';
  return (
    <>
      <Card
        title={t('form:requisites.company')}
        text={texts?.company ?? t('form:requisites.company-text')}
        isForm
      >
        <RequisiteInput {...at} name="legal_form" kind="radio" options={legalFormOptions} />
        <RequisiteInput {...at} name="inn" label={isOrganisation ? 'inn' : 'inn-person'} kind="digits">
          <FoundOrganisations {...at} />
        </RequisiteInput>
        <RequisiteInput {...at} name="legal_name" label={isOrganisation ? 'legal_name' : 'person-name'} />
        {isOrganisation && <RequisiteInput {...at} name="kpp" isNarrow />}
        {isOrganisation && <RequisiteInput {...at} name="ogrn" kind="digits" isNarrow />}
        {isEntrepreneur && <RequisiteInput {...at} name="ogrn" label="ogrnip" kind="digits" />}
        <RequisiteInput {...at} name="legal_address" />
      </Card>
      <Card title={t('form:requisites.bank')} text={texts?.bank ?? t('form:requisites.bank-text')} isForm>
        <RequisiteInput {...at} name="bic" kind="digits">
          <FoundBank {...at} />
        </RequisiteInput>
        <RequisiteInput {...at} name="bank_name" />
        <RequisiteInput {...at} name="correspondent_account" kind="digits" />
        <RequisiteInput {...at} name="account" kind="digits" />
        <RequisiteInput {...at} name="payment_email" kind="email" isOptional />
      </Card>
      <Card title={t('form:requisites.taxes')} text={texts?.taxes ?? t('form:requisites.taxes-text')} isForm>
        <RequisiteInput {...at} name="tax_system" kind="select" options={taxSystemOptions} />
        <RequisiteInput {...at} name="vat_rate" kind="select" options={vatRateOptions} />
      </Card>
    </>
  );
}
