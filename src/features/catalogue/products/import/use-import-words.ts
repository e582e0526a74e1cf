import { useTranslation } from 'next-i18next/pages';
import { importFields } from '@/contract/catalogue/products/imports';
import { type ClientError, errorText } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { fileProblem } from './use-import';

/** The words of this dialog. */
export function useImportWords() {
  const { t, i18n } = useTranslation(['form', 'common']);
  const number = (value: number) => formatNumber(value, i18n.language);
  const mistake = (key: string) =>
    t(`form:products.import.errors.${key}`, { defaultValue: t(`form:${key}`) });
  return {
    language: i18n.language,
    number,
    text: (key: string, values: Record<string, string | number> = {}) =>
      t(`form:products.import.${key}`, values),
    /** `12 305 строк`: chosen by the number, written with its separators. */
    counted: (key: string, count: number) =>
      t(`form:products.import.${key}`, { count, number: number(count) }),
    field: (name: string) =>
      importFields.some((one) => one === name) ? t(`form:products.import.fields.${name}`) : name,
    /** What is wrong with a cell; some of it is told otherwise of a file than of a form. */
    mistake,
    /** What is wrong with a whole file, or with the way to the server. */
    refusal: (error: ClientError) => {
      const problem = fileProblem(error);
      return problem ? mistake(problem) : errorText(t, error);
    },
  };
}
