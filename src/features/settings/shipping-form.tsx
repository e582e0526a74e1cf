import { ResourceForm } from '@/crud/form/resource-form';
import type { FormProps, JsonRecord } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useSettings } from '@/state/settings';

/** A way of delivery. The first one is that of all orders unless the person decides otherwise: a way nobody chose does nothing. */
export function ShippingForm({ resource, ...rest }: FormProps) {
  const isKnown = useCan('delivery-for-all');
  const { shippingClass } = useSettings();
  const isFirst = isKnown && !shippingClass;
  const fields = resource.fields.filter(({ key }: { key: string }) => isKnown || key !== 'is_for_all');
  const initial: JsonRecord = { ...resource.initial, ...(isFirst && { is_for_all: true }) };
  return <ResourceForm {...rest} resource={{ ...resource, fields, initial }} />;
}
