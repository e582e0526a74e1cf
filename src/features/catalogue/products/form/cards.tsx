import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController, useWatch } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import type { FormField, Stub } from '@/contract/core/define';
import { ItemsInput } from '@/crud/form/items-input';
import { api } from '@/lib/api/client';
import { usePermissions } from '@/lib/session/me';
import { DescriptionField } from './description-field';
import { ProductField } from './product-field';
import { usualVat } from './product-values';
import { useFormWords } from './use-form-words';

interface MainCardProps {
  form: UseFormReturn<FieldValues>;
  isNew: boolean;
}

/** What a buyer reads first. */
export function MainCard({ form, isNew }: MainCardProps) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:products.form.sections.main')} isForm>
      <ProductField form={form} name="name" kind="text" required />
      <ProductField form={form} name="slug" kind="slug" from="name" isNew={isNew} />
      <DescriptionField form={form} />
      <ProductField form={form} name="unit" kind="text" required />
    </Card>
  );
}

/** The picture that stands for the product, and the others in their order. */
export function PicturesCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:products.form.sections.pictures')} isForm>
      <ProductField form={form} name="image" kind="image" />
      <ProductField form={form} name="gallery" kind="images" />
    </Card>
  );
}

interface FiledCardProps {
  form: UseFormReturn<FieldValues>;
  /** Of the product as it is stored. */
  group: Stub | null | undefined;
}

const named = { labelKey: 'name', searchKey: 'name' };

/** Where the product is found: its group, its shelves, and whose it is. */
export function FiledCard({ form, group }: FiledCardProps) {
  const { t } = useTranslation('form');
  const slug = useGroupSlug(form, group);
  const scope = { is_approved: '1', ...(slug && { type: slug }) };
  return (
    <Card title={t('form:products.form.sections.filed')} isForm>
      <ProductField
        form={form}
        name="type_id"
        kind="relation"
        required
        relation={{ endpoint: 'types', ...named }}
        // Manufacturers belong to groups.
        onEdited={() => form.setValue('manufacturer_id', null, { shouldDirty: true })}
      />
      <ProductField
        form={form}
        name="categories"
        kind="relation"
        relation={{ endpoint: 'categories', ...named, multiple: true }}
      />
      <ProductField
        form={form}
        name="tags"
        kind="relation"
        relation={{ endpoint: 'tags', ...named, multiple: true }}
      />
      <ProductField
        form={form}
        name="manufacturer_id"
        kind="relation"
        relation={{ endpoint: 'manufacturers', ...named, scope }}
      />
      <ProductField
        form={form}
        name="author_id"
        kind="relation"
        relation={{ endpoint: 'authors', ...named, scope: { is_approved: '1' } }}
      />
    </Card>
  );
}

/** Slug of the chosen group: the search knows groups by it. */
function useGroupSlug(form: UseFormReturn<FieldValues>, stored: Stub | null | undefined) {
  const id: unknown = useWatch({ control: form.control, name: 'type_id' })?.id;
  const asked = useQuery({
    queryKey: ['types', 'one', String(id), 'slug'],
    queryFn: () => api.one<Stub>('types', String(id)),
    enabled: typeof id === 'number' && id !== stored?.id,
    staleTime: 5 * 60_000,
    meta: { silent: true },
  });
  return id === stored?.id ? stored?.slug : asked.data?.slug;
}

/** What delivery has to know; also from how few pieces on the product is low. */
export function ShippingCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  // Boxes are the marketplace's: the API shows them to administrators only.
  const isAdmin = usePermissions().includes('super_admin');
  return (
    <Card
      title={t('form:products.form.sections.shipping')}
      text={t('form:products.form.shipping-text')}
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
        relation={{ endpoint: 'delivery-classes', ...named }}
      />
      {isAdmin && (
        <ProductField
          form={form}
          name="box_id"
          kind="relation"
          relation={{ endpoint: 'api/admin/boxes', ...named }}
        />
      )}
    </Card>
  );
}

/** As the contract has them; its list would bring the validation library along. */
const rates = [usualVat, 'none', '0', '5', '7', '10', '22'];

/** What the receipt and the law ask for (reference russia §3.7, §3.8), and when the stock is low. */
export function AccountingCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  return (
    <Card title={t('form:products.form.sections.accounting')} isForm>
      <div className="grid items-start gap-5 @md:grid-cols-2">
        <ProductField form={form} name="vat_rate" kind="select" options={rates} />
        <ProductField form={form} name="low_stock_threshold" kind="text" />
      </div>
      <ProductField form={form} name="requires_marking" kind="switch" />
    </Card>
  );
}

const video: FormField<FieldValues> = { key: 'video', kind: 'items', items: [{ key: 'url', kind: 'text' }] };

/** Links to videos of the product. */
export function VideoCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  const words = useFormWords();
  return (
    <Card title={t('form:products.form.sections.video')}>
      <ItemsInput
        form={form}
        field={video}
        id="field-video"
        label={words.field('video')}
        hint={words.hint('video')}
        addLabel={t('form:products.form.add-video')}
        text={(message) => t(`form:${message}`, { defaultValue: message })}
        draw={(item, name) => <ProductField form={form} name={name} wordsOf="video-url" kind={item.kind} />}
      />
    </Card>
  );
}

interface StatusCardProps {
  form: UseFormReturn<FieldValues>;
  statuses: readonly ProductStatus[];
  /** As it is stored; absent on create. */
  current: ProductStatus | undefined;
}

/** What becomes of the product when it is saved: as far as the person may decide it, each with what it means. */
export function StatusCard({ form, statuses, current }: StatusCardProps) {
  const { t } = useTranslation('form');
  const words = useFormWords();
  const { field, fieldState } = useController({ name: 'status', control: form.control });
  const isLocked = statuses.length === 1 && statuses[0] === current;
  const message = fieldState.error?.message;
  return (
    <Card title={words.field('status')}>
      <fieldset
        aria-describedby={message ? 'field-status-error' : undefined}
        disabled={isLocked}
        className="grid gap-1"
      >
        <legend className="sr-only">{words.field('status')}</legend>
        {statuses.map((status) => (
          <label
            key={status}
            className="flex gap-2.5 rounded-control px-2 py-1.5 -mx-2 hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="status"
              value={status}
              checked={field.value === status}
              onChange={() => field.onChange(status)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{words.option('status', status)}</span>
              <span className="block text-small text-ink-second">{words.hint(`status-${status}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isLocked && <p className="mt-2 text-small text-ink-second">{words.hint('status-locked')}</p>}
      {field.value === '' && current && (
        <p className="mt-2 text-small text-ink-second">
          {t('form:products.form.status-stays', { status: words.option('status', current) })}
        </p>
      )}
      {message && (
        <p id="field-status-error" role="alert" className="mt-2 text-small font-medium text-bad">
          {t(`form:${message}`, { defaultValue: message })}
        </p>
      )}
    </Card>
  );
}
