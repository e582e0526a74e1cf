import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { ChoiceField } from '@/components/inputs/choice-field';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { ProductType } from '@/contract/catalogue/products/schema';
import { readMatrix } from '@/features/catalogue/products/variations/matrix';
import { useCan } from '@/lib/api/capabilities';
import { useFormField } from '@/lib/form/use-form-field';
import { useModalActions } from '@/state/modal';
import { ProductField } from './product-field';
import { useFormWords } from './use-form-words';

interface KindCardProps {
  form: UseFormReturn<FieldValues>;
  product: ProductDetails | undefined;
}

const kinds: readonly ProductType[] = ['simple', 'variable'];
/** Fields that a variable product has per variation. */
const simpleKeys = ['price', 'sale_price', 'quantity', 'sku', 'barcode'];

/** Product type: simple or variable; a simple product's price and stock follow here. */
export function KindCard({ form, product }: KindCardProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const words = useFormWords();
  const { field, error } = useFormField(form, 'product_type');
  const { open } = useModalActions();

  const choose = (kind: ProductType) => {
    field.onChange(kind);
    // Fields that are hidden now must not count as wrong.
    form.clearErrors([...simpleKeys, 'matrix', 'variations', 'variation_options']);
  };

  function handleChange(kind: ProductType) {
    if (kind === field.value) return;
    const loss = dataLostBy(kind, form.getValues());
    if (!loss) choose(kind);
    else
      open('CONFIRM', {
        title: t(`catalogue:products.form.switch.to-${kind}`),
        text: t(`catalogue:products.form.switch.${loss.kind}`, { count: loss.count }),
        confirmLabel: t('catalogue:products.form.switch.confirm'),
        onConfirm: () => choose(kind),
      });
  }

  return (
    <Card title={t('catalogue:products.form.sections.kind')} isForm>
      <ChoiceField
        id="field-product_type"
        label={words.field('product_type')}
        hint={words.hint(`product_type-${field.value}`)}
        error={error}
        value={field.value as ProductType}
        values={kinds}
        word={(kind) => words.option('product_type', kind)}
        onChange={handleChange}
      />
      <ProductField form={form} name="is_free" kind="switch" />
      {field.value !== 'variable' && <SimpleFields form={form} product={product} />}
    </Card>
  );
}

/** Data lost by switching to the other type; undefined when there is none. */
function dataLostBy(goal: ProductType, values: FieldValues) {
  if (goal === 'simple') {
    const rows = readMatrix(values.matrix)?.rows.filter(({ isExcluded }) => !isExcluded) ?? [];
    return rows.length > 0 ? { kind: 'variations', count: rows.length } : undefined;
  }
  const isWritten = simpleKeys.some((key) => values[key] && values[key] !== '0');
  return isWritten || values.is_digital || values.is_external ? { kind: 'simple', count: 1 } : undefined;
}

function SimpleFields({ form, product }: KindCardProps) {
  const { t } = useTranslation('catalogue');
  const { open } = useModalActions();
  const [quantity, isExternal] = useWatch({ control: form.control, name: ['quantity', 'is_external'] });
  const isStored = product?.product_type === 'simple';
  const hasJournal = useCan('stock-journal');
  const hasMoved = isStored && String(quantity).trim() !== String(product.quantity);
  return (
    <>
      <ProductField form={form} name="price" kind="money" required />
      <ProductField form={form} name="sale_price" kind="money" />
      {!isExternal && <ProductField form={form} name="quantity" kind="number" required />}
      {hasMoved && !isExternal && <ProductField form={form} name="quantity_reason" kind="text" />}
      <div className="grid items-start gap-5 @md:grid-cols-2">
        <ProductField form={form} name="sku" kind="text" />
        <ProductField form={form} name="barcode" kind="text" />
      </div>
      {isStored && hasJournal && (
        <div>
          <Button
            size="small"
            onClick={() => open('STOCK_MOVEMENTS', { productId: product.id, title: product.name })}
          >
            {t('catalogue:products.form.movements')}
          </Button>
        </div>
      )}
    </>
  );
}
