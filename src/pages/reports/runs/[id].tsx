import '@/shell/page-titles';
import dynamic from 'next/dynamic';

const Delivery = dynamic(() =>
  import('@/features/insights/reports/delivery-page').then((module) => module.DeliveryPage),
);

/** What the link of a letter opens. */
export default function DeliveryPage() {
  return <Delivery />;
}

DeliveryPage.titleKey = 'common:text-reports';
