import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import type { FormField } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { businessDay } from '@/contract/settings/business-day';
import { FieldInput } from '@/crud/form/field-input';
import { ResourceFrame, useResourceForm } from '@/crud/form/resource-form';
import type { FormProps, JsonRecord } from '@/crud/types';
import { usePermissions } from '@/lib/session/me';
import { useShopId } from '@/lib/session/shop-id';
import { Receivers } from './receivers';

/** Notice form: administrators choose receivers; an owner's notice goes to the current shop. */
export function StoreNoticeForm(props: FormProps) {
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const shopId = useShopId(isAdmin ? undefined : props.shop);
  if (isAdmin) return <Fields {...props} fixed={{}} hasReceivers />;
  if (!props.row && shopId === undefined) return <Skeleton className="h-96 w-full rounded-card" />;
  return <Fields {...props} fixed={{ type: 'specific_shop', received_by: [shopId] }} hasReceivers={false} />;
}

interface FieldsProps extends FormProps {
  /** Values submitted without an input. */
  fixed: JsonRecord;
  hasReceivers: boolean;
}

const period = ['priority', 'effective_from', 'expired_at'];

function Fields({ resource, row, shop, fixed, hasReceivers }: FieldsProps) {
  const { t } = useTranslation('messaging');
  const today = businessDay(new Date());
  const fromToday = { ...resource, initial: { ...resource.initial, effective_from: today } };
  const record = useResourceForm({ resource: fromToday, row, shop }, fixed);
  const fields: FormField<JsonRecord>[] = resource.fields;
  const draw = (keys: string[]) =>
    fields
      .filter((field) => keys.includes(field.key))
      .map((field) => (
        <FieldInput
          key={field.key}
          resource={resource}
          field={field}
          form={record.form}
          // A notice that has begun keeps its first day.
          attributes={field.kind === 'date' && !row ? { min: today } : undefined}
        />
      ));
  const side = (
    <>
      {hasReceivers && <Receivers resource={resource} row={row} form={record.form} />}
      <Card title={t('messaging:notices.period')} isForm>
        {draw(hasReceivers ? period : [...period, 'is_listed'])}
      </Card>
    </>
  );
  return (
    <ResourceFrame
      resource={resource}
      row={row}
      shop={shop}
      record={record}
      side={side}
      placeOf={(path) => ({ heading: period.includes(path) ? t('messaging:notices.period') : undefined })}
    >
      <Card isForm>{draw(['notice', 'description'])}</Card>
    </ResourceFrame>
  );
}
