import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { ItemsInput } from '@/components/form/items-input';
import { Card } from '@/components/ui/card';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import type { FormField, Stub } from '@/contract/core/define';
import { api } from '@/lib/api/client';
import { useFormField } from '@/lib/form/use-form-field';
import { usePermissions } from '@/lib/session/me';
import { DescriptionField } from './description-field';
import { ProductField } from './product-field';
import { defaultVatOption } from './product-values';
import { useFormWords } from './use-form-words';

interface MainCardProps {
  form: UseFormReturn<FieldValues>;
  isNew: boolean;
}

export function MainCard({ form, isNew }: MainCardProps) {
  const { t } = useTranslation('catalogue');
  return (
    <Card title={t('catalogue:products.form.sections.main')} isForm>
      <ProductField form={form} name="name" kind="text" required />
      <ProductField form={form} name="slug" kind="slug" from="name" isNew={isNew} />
      <DescriptionField form={form} />
      <ProductField form={form} name="unit" kind="text" required />
    </Card>
  );
}

/** Main picture and the ordered gallery. */
export function PicturesCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  return (
    <Card title={t('catalogue:products.form.sections.pictures')} isForm>
      <ProductField form={form} name="image" kind="image" />
      <ProductField form={form} name="gallery" kind="images" />
    </Card>
  );
}

interface ClassificationCardProps {
  form: UseFormReturn<FieldValues>;
  /** Group of the stored product. */
  group: Stub | null | undefined;
}

/** Classification: group, categories, tags, manufacturer and author. */
export function ClassificationCard({ form, group }: ClassificationCardProps) {
  const { t } = useTranslation('catalogue');
  const slug = useGroupSlug(form, group);
  const scope = { is_approved: '1', ...(slug && { type: slug }) };
  return (
    <Card title={t('catalogue:products.form.sections.filed')} isForm>
      <ProductField
        form={form}
        name="type_id"
        kind="relation"
        required
        relation={{ endpoint: 'types' }}
        // Manufacturers depend on the group.
        onEdited={() => form.setValue('manufacturer_id', null, { shouldDirty: true })}
      />
      <ProductField
        form={form}
        name="categories"
        kind="relation"
        relation={{ endpoint: 'categories', multiple: true }}
      />
      <ProductField form={form} name="tags" kind="relation" relation={{ endpoint: 'tags', multiple: true }} />
      <ProductField
        form={form}
        name="manufacturer_id"
        kind="relation"
        relation={{ endpoint: 'manufacturers', scope }}
      />
      <ProductField
        form={form}
        name="author_id"
        kind="relation"
        relation={{ endpoint: 'authors', scope: { is_approved: '1' } }}
      />
    </Card>
  );
}

/** Slug of the chosen group; the search filters by slug. */
function useGroupSlug(form: UseFormReturn<FieldValues>, stored: Stub | null | undefined) {
  const id: unknown = useWatch({ control: form.control, name: 'type_id' })?.id;
  const asked = useQuery({
    queryKey: ['types', 'one', String(id), 'slug'],
    queryFn: () => api.one('types', String(id)),
    enabled: typeof id === 'number' && id !== stored?.id,
    staleTime: 5 * 60_000,
  });
  return id === stored?.id ? stored?.slug : asked.data?.slug;
}

/** Dimensions, weight, delivery class and box. */
export function ShippingCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  // The API shows boxes to administrators only.
  const isAdmin = usePermissions().includes('super_admin');
  return (
    <Card
      title={t('catalogue:products.form.sections.shipping')}
      text={t('catalogue:products.form.shipping-text')}
      isForm
    >
      <ProductField form={form} name="length" kind="number" unit="cm" />
      <ProductField form={form} name="width" kind="number" unit="cm" />
      <ProductField form={form} name="height" kind="number" unit="cm" />
      <ProductField form={form} name="weight" kind="number" unit="kg" />
      <ProductField
        form={form}
        name="delivery_class_id"
        kind="relation"
        relation={{ endpoint: 'delivery-classes' }}
      />
      {isAdmin && (
        <ProductField form={form} name="box_id" kind="relation" relation={{ endpoint: 'api/admin/boxes' }} />
      )}
    </Card>
  );
}

/** Copied from the contract, whose list would pull the validation library into the bundle. */
const rates = [defaultVatOption, 'none', '0', '5', '7', '10', '22'];

/** VAT, product marking and the low-stock threshold. */
export function AccountingCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  return (
    <Card title={t('catalogue:products.form.sections.accounting')} isForm>
      <div className="grid items-start gap-5 @md:grid-cols-2">
        <ProductField form={form} name="vat_rate" kind="select" options={rates} />
        <ProductField form={form} name="low_stock_threshold" kind="text" />
      </div>
      <ProductField form={form} name="requires_marking" kind="switch" />
    </Card>
  );
}

const video: FormField<FieldValues> = { key: 'video', kind: 'items', items: [{ key: 'url', kind: 'text' }] };

export function VideoCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  const words = useFormWords();
  return (
    <Card title={t('catalogue:products.form.sections.video')}>
      <ItemsInput
        form={form}
        field={video}
        id="field-video"
        label={words.field('video')}
        hint={words.hint('video')}
        addLabel={t('catalogue:products.form.add-video')}
        draw={(item, name) => <ProductField form={form} name={name} wordsOf="video-url" kind={item.kind} />}
      />
    </Card>
  );
}

interface StatusCardProps {
  form: UseFormReturn<FieldValues>;
  statuses: readonly ProductStatus[];
  /** Stored status; absent on create. */
  current: ProductStatus | undefined;
  /** True where the buttons of the save bar choose the status: the card then only displays it. */
  isChosenByButton: boolean;
}

/** Status to save, limited to what the user may set, each with an explanation. */
export function StatusCard({ form, statuses, current, isChosenByButton }: StatusCardProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const words = useFormWords();
  const { field, error } = useFormField(form, 'status');
  const isLocked = statuses.length === 1 && statuses[0] === current;
  const stored = current ?? 'draft';
  return (
    <Card title={words.field('status')}>
      {isChosenByButton ? (
        <p>
          <span className="block font-medium">{words.option('status', stored)}</span>
          <span className="block text-small text-ink-second">{words.hint(`status-${stored}`)}</span>
        </p>
      ) : (
        <fieldset
          aria-describedby={error ? 'field-status-error' : undefined}
          disabled={isLocked}
          className="grid gap-1"
        >
          <legend className="sr-only">{words.field('status')}</legend>
          {statuses.map((status) => (
            <StatusChoice
              key={status}
              status={status}
              isChosen={field.value === status}
              onChoose={() => field.onChange(status)}
            />
          ))}
        </fieldset>
      )}
      {isLocked && <p className="mt-2 text-small text-ink-second">{words.hint('status-locked')}</p>}
      {field.value === '' && current && !isChosenByButton && (
        <p className="mt-2 text-small text-ink-second">
          {t('catalogue:products.form.status-stays', { status: words.option('status', current) })}
        </p>
      )}
      {error && (
        <p id="field-status-error" role="alert" className="mt-2 text-small font-medium text-bad">
          {error}
        </p>
      )}
    </Card>
  );
}

interface StatusChoiceProps {
  status: ProductStatus;
  isChosen: boolean;
  onChoose: () => void;
}

function StatusChoice({ status, isChosen, onChoose }: StatusChoiceProps) {
  const words = useFormWords();
  return (
    <label className="flex gap-2.5 rounded-control px-2 py-1.5 -mx-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name="status"
        value={status}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="block font-medium">{words.option('status', status)}</span>
        <span className="block text-small text-ink-second">{words.hint(`status-${status}`)}</span>
      </span>
    </label>
  );
}
