import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { homeBlocks, productCards } from '@/contract/catalogue/groups/layout';
import type { FormField } from '@/contract/core/define';
import { FieldInput } from '@/crud/form/field-input';
import { ResourceFrame, useResourceForm } from '@/crud/form/resource-form';
import type { FormProps, JsonRecord } from '@/crud/types';
import { HomeBlock } from './home-block';
import { LayoutPicker } from './layout-picker';

/** Fields that stand inside the settings: the declaration knows the settings only as a whole. */
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
    relation: { endpoint: 'products', labelKey: 'name', searchKey: 'name', multiple: true },
  },
];

/** A group: what it is, how its front page looks, and which blocks stand on it (reference pages §3.6). */
export function GroupForm({ resource, row, shop }: FormProps) {
  const { t } = useTranslation('resources');
  const record = useResourceForm({ resource, row, shop });
  const { form } = record;
  const draw = (field: FormField<JsonRecord>) => (
    <FieldInput key={field.key} {...{ resource, field, form }} isNew={!row} />
  );
  const drawOf = (...keys: string[]) =>
    resource.fields.filter(({ key }: FormField<JsonRecord>) => keys.includes(key)).map(draw);
  const section = (key: string) => t(`resources:groups.sections.${key}`);
  const side = (
    <>
      <Card isForm>{draw(isHome)}</Card>
      <Card isForm>{drawOf('promotional_sliders')}</Card>
    </>
  );
  const hasHandpicked = form.watch('settings.handpickedProducts.enable') === true;
  return (
    <ResourceFrame {...{ resource, row, shop, record, side }}>
      <Card title={section('description')} isForm>
        {drawOf('name', 'slug', 'icon')}
      </Card>
      <Card title={section('layout')} isForm>
        <LayoutPicker form={form} />
        {draw(productCard)}
      </Card>
      <Card title={section('blocks')} text={t('resources:groups.blocks-text')}>
        <ul className="grid gap-4">
          {homeBlocks.map((block) => (
            <HomeBlock key={block} {...{ block, form }} />
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
