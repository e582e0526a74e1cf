import * as yup from 'yup';

const text = (length: number) => yup.string().max(length, 'error-too-long');

/** Texts by filter key, limited in number and length. */
function areFilters(value: unknown): value is Record<string, string> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const texts = Object.values(value);
  return texts.length <= 30 && texts.every((one) => typeof one === 'string' && one.length <= 200);
}

const savedViewStateSchema = yup
  .object({
    search: text(200).default(''),
    filters: yup.mixed(areFilters).typeError('error-wrong-value').default({}),
    orderBy: text(60).required('error-wrong-value'),
    sortedBy: yup
      .string()
      .required('error-wrong-value')
      .oneOf(['asc', 'desc'] as const, 'error-wrong-value'),
    tab: text(60).optional(),
    columns: yup.array(text(60).required('error-wrong-value')).max(60, 'error-too-many-values').optional(),
  })
  .typeError('error-wrong-value');

/** Body of a view; `family` and `shop_id` are set on creation only. */
export const savedViewSchema = yup.object({
  name: yup.string().trim().required('error-name-required').max(60, 'error-too-long'),
  is_shared: yup.boolean().typeError('error-wrong-value').default(false),
  state: savedViewStateSchema.required('error-wrong-value'),
});
