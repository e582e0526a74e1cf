import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Input } from '@/components/inputs/input';
import { Switch } from '@/components/inputs/switch';
import { Card } from '@/components/ui/card';
import { homeBlocks, layoutTypes, productCards } from '@/contract/catalogue/groups/layout';
import type { FormField } from '@/contract/core/define';
import { FieldInput } from '@/crud/form/field-input';
import { ResourceFrame, useResourceForm } from '@/crud/form/resource-form';
import type { FormProps, JsonRecord } from '@/crud/types';
import { useFormField } from '@/lib/form/use-form-field';

/** Fields inside `settings`, which the resource declares as one object. */
const isHome: FormField<JsonRecord> = { key: 'settings.isHome', kind: 'switch' };
const productCard: FormField<JsonRecord> = {
  key: 'settings.productCard',
  kind: 'select',
  options: productCards,
};
const handpicked: FormField<JsonRecord>[] = [
  { key: 'settings.handpickedProducts.enableSlider', kind: 'switch' },
  {
    key: 'settings.handpickedProducts.products',
    kind: 'relation',
    relation: { endpoint: 'products', multiple: true },
  },
];

/** Form of a group: its fields, the layout of its front page and the blocks on it. */
export function GroupForm({ resource, row, shop }: FormProps) {
  const { t } = useTranslation('catalogue');
  const record = useResourceForm({ resource, row, shop });
  const { form } = record;
  const draw = (field: FormField<JsonRecord>) => (
    <FieldInput key={field.key} resource={resource} field={field} form={form} isNew={!row} />
  );
  const drawOf = (...keys: string[]) =>
    resource.fields.filter(({ key }: FormField<JsonRecord>) => keys.includes(key)).map(draw);
  const section = (key: string) => t(`catalogue:groups.sections.${key}`);
  const side = (
    <>
      <Card isForm>{draw(isHome)}</Card>
      <Card isForm>{drawOf('promotional_sliders')}</Card>
    </>
  );
  const hasHandpicked = form.watch('settings.handpickedProducts.enable') === true;
  return (
    <ResourceFrame resource={resource} row={row} shop={shop} record={record} side={side}>
      <Card title={section('description')} isForm>
        {drawOf('name', 'slug', 'icon')}
      </Card>
      <Card title={section('layout')} isForm>
        <LayoutPicker form={form} />
        {draw(productCard)}
      </Card>
      <Card title={section('blocks')} text={t('catalogue:groups.blocks-text')}>
        <ul className="grid gap-4">
          {homeBlocks.map((block) => (
            <HomeBlock key={block} block={block} form={form} />
          ))}
          <HomeBlock block="handpickedProducts" form={form}>
            {hasHandpicked && <div className="mt-4 grid gap-4">{handpicked.map(draw)}</div>}
          </HomeBlock>
        </ul>
      </Card>
      <Card isForm>{drawOf('banners')}</Card>
    </ResourceFrame>
  );
}

interface HomeBlockProps {
  /** Key within `settings`. */
  block: string;
  form: UseFormReturn<FieldValues>;
  /** Further fields of the block. */
  children?: ReactNode;
}

function HomeBlock({ block, form, children }: HomeBlockProps) {
  const { t } = useTranslation(['catalogue', 'form']);
  const enable = useController({ name: `settings.${block}.enable`, control: form.control }).field;
  const { field: title, error } = useFormField(form, `settings.${block}.title`);
  const name = t(`catalogue:groups.blocks.${block}`);
  const id = `field-settings.${block}.title`;
  return (
    <li className="border-b border-line-faint pb-4 last:border-b-0 last:pb-0">
      <div className="grid items-center gap-x-5 gap-y-2 @xl:grid-cols-[16rem_minmax(0,1fr)]">
        <div className="flex items-center gap-3">
          <Switch
            id={`field-settings.${block}.enable`}
            ref={enable.ref}
            isOn={enable.value === true}
            onChange={enable.onChange}
          />
          <label htmlFor={`field-settings.${block}.enable`} className="font-medium">
            {name}
          </label>
        </div>
        <div>
          <Input
            {...title}
            id={id}
            value={String(title.value ?? '')}
            aria-label={t('catalogue:groups.block-title', { name })}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? `${id}-error` : undefined}
            placeholder={t('catalogue:groups.block-placeholder', { name })}
          />
          {error && (
            <p id={`${id}-error`} role="alert" className="mt-1.5 text-small font-medium text-bad">
              {error}
            </p>
          )}
        </div>
      </div>
      {children}
    </li>
  );
}

/** Rectangles of a layout sketch as x, y, width and height on a 96 × 64 canvas; dark ones mark the main block. */
type Part = [x: number, y: number, width: number, height: number, isDark?: boolean];

const grid = (x: number, y: number, columns: number, rows: number, width: number, height: number): Part[] =>
  Array.from(
    { length: columns * rows },
    (_, index): Part => [
      x + (index % columns) * (width + 3),
      y + Math.floor(index / columns) * (height + 3),
      width,
      height,
    ],
  );

const drawings: Record<(typeof layoutTypes)[number], Part[]> = {
  // Wide banner, categories at the side, products next to them.
  classic: [[4, 4, 88, 18, true], [4, 26, 20, 34], ...grid(28, 26, 4, 2, 13.75, 15.5)],
  // Stacked blocks with headings.
  compact: [
    [4, 4, 88, 12, true],
    [4, 20, 24, 3, true],
    ...grid(4, 25, 5, 1, 15.2, 13),
    [4, 42, 24, 3, true],
    ...grid(4, 47, 5, 1, 15.2, 13),
  ],
  // Products almost alone.
  minimal: [[30, 5, 36, 4, true], ...grid(4, 14, 3, 2, 27.3, 21.5)],
  // Banner and categories side by side, large cards.
  modern: [[4, 4, 24, 56], [31, 4, 61, 22, true], ...grid(31, 30, 3, 2, 18.3, 13.5)],
  // Row of categories below the banner, then products.
  standard: [[4, 4, 88, 16, true], ...grid(4, 24, 8, 1, 8.4, 8), ...grid(4, 36, 4, 2, 19.75, 10.5)],
};

/** Front-page layouts as sketches; real radio buttons lie behind them. */
function LayoutPicker({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  const { field } = useController({ name: 'settings.layoutType', control: form.control });
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('catalogue:groups.fields.layout_type')}</legend>
      <div className="grid grid-cols-2 gap-3 @sm:grid-cols-3 @2xl:grid-cols-5">
        {layoutTypes.map((layout, index) => (
          <label
            key={layout}
            className="relative block rounded-card border border-line p-2 text-center text-small text-ink-second transition-colors hover:border-ink-third has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={field.name}
              ref={index === 0 ? field.ref : undefined}
              value={layout}
              checked={field.value === layout}
              onChange={() => field.onChange(layout)}
              onBlur={field.onBlur}
              className="sr-only"
            />
            <svg
              aria-hidden="true"
              viewBox="0 0 96 64"
              className="mb-1.5 w-full rounded-badge bg-sunken text-ink-third"
              fill="currentColor"
            >
              {drawings[layout].map(([x, y, width, height, isDark]) => (
                <rect
                  key={`${x} ${y}`}
                  x={x}
                  y={y}
                  width={width}
                  height={height}
                  rx="1.5"
                  opacity={isDark ? 0.85 : 0.4}
                />
              ))}
            </svg>
            {t(`catalogue:groups.options.layout_type.${layout}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
