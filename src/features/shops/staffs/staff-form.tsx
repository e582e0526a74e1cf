import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Editable } from '@/components/form/editable';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import type { Me } from '@/contract/accounts/auth';
import type { AnyResource, FormField, Resource } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { staffs, storeKeepers, vendorStaffs } from '@/contract/shops/staffs';
import type { Staff, StaffInput } from '@/contract/shops/staffs/schema';
import { FieldText } from '@/crud/details/field-text';
import { FieldInput } from '@/crud/form/field-input';
import { ResourceFrame, useResourceForm } from '@/crud/form/resource-form';
import type { FormProps, JsonRecord, Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useLabels } from '@/lib/i18n/labels';
import { useMe, usePermissions } from '@/lib/session/me';
import { useShopId } from '@/lib/session/shop-id';
import { InvitationCard } from './invitation-card';
import { ScopePicker } from './scope-picker';
import { ScopeSummary } from './scope-summary';
import { StaffAccess } from './staff-access';

/** A member of staff: person, shop, first access and scopes. */
export function StaffForm({ resource, row, shop }: FormProps) {
  const { data: me } = useMe();
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const invites = useCan('staff-editing');
  const shopId = useShopId(shop);
  if (!me || (shop !== undefined && shopId === undefined)) return null;
  const listed = shop === undefined ? (isAdmin ? vendorStaffs : storeKeepers) : resource;
  const opened = (
    <Opened
      row={row}
      shop={shop}
      shopId={shopId}
      me={me}
      isAdmin={isAdmin}
      invites={invites}
      resource={listed}
    />
  );
  // A server that lists staff only takes no change.
  return row && !invites ? <Editable value={false}>{opened}</Editable> : opened;
}

interface OpenedProps extends FormProps {
  shopId: number | undefined;
  me: Me;
  isAdmin: boolean;
  /** The server mails invitations. */
  invites: boolean;
}

function Opened({ resource, row, shop, shopId, me, isAdmin, invites }: OpenedProps) {
  const [shaped] = useState(() =>
    row ? forEdit(resource) : forCreate(resource, { shopId, me, isAdmin, invites }),
  );
  const { t } = useTranslation('shops');
  const record = useResourceForm({ resource: shaped, row, shop });
  const { form } = record;
  const side = (
    <>
      {row?.is_invited === true && <InvitationCard staff={row} />}
      <ScopeSummary form={form} />
    </>
  );
  return (
    <ResourceFrame
      row={row}
      shop={shop}
      record={record}
      side={side}
      resource={shaped}
      placeOf={(path) => ({ heading: path === 'password' ? t('shops:staffs.access.title') : undefined })}
    >
      <Card isForm>
        {shaped.fields.map((field: FormField<JsonRecord>) => (
          <FieldInput key={field.key} resource={shaped} field={field} form={form} isNew={!row} />
        ))}
        {row && <Fixed resource={resource} row={row} />}
      </Card>
      {!row && <StaffAccess form={form} />}
      <ScopePicker form={form} />
    </ResourceFrame>
  );
}

/** Immutable fields. */
function Fixed({ resource, row }: { resource: AnyResource; row: Row }) {
  const labels = useLabels(resource);
  const facts = ['email', 'shop', 'created_at'].map((key) => ({
    key,
    label: labels.field(key),
    value: <FieldText resource={resource} name={key} value={row[key]} />,
  }));
  return <FactList isStacked facts={facts} />;
}

function forEdit(resource: AnyResource): AnyResource {
  const fields = resource.fields.filter(({ key }: FormField<JsonRecord>) => key !== 'email');
  return { ...resource, fields, initial: { ...resource.initial, shop_id: null } };
}

/** Outside a shop there is a shop select; with a single shop it is preselected. */
function forCreate(
  resource: AnyResource,
  { shopId, me, isAdmin, invites }: Pick<OpenedProps, 'shopId' | 'me' | 'isAdmin' | 'invites'>,
): AnyResource {
  const endpoint = isAdmin ? 'shops' : 'vendor/shops';
  const asked: FormField<StaffInput> = {
    key: 'shop_id',
    kind: 'relation',
    required: true,
    relation: { endpoint, stub: 'shop' },
  };
  const [only, ...others] = isAdmin ? [] : me.shops;
  const chosen = only && others.length === 0 ? { id: only.id, name: only.name } : null;
  const initial: AnyResource['initial'] = {
    ...resource.initial,
    ...(!invites && { password: '' }),
    shop_id: shopId ?? chosen,
  };
  const shaped: Resource<Staff, StaffInput> = {
    ...staffs,
    // Returns to where the form was opened from.
    only: resource.only,
    schema: () =>
      import('@/contract/shops/staffs/schema').then((module) =>
        invites ? module.staffSchema : module.staffWithPasswordSchema,
      ),
    fields: shopId === undefined ? [...staffs.fields, asked] : staffs.fields,
    initial,
  };
  return shaped;
}
