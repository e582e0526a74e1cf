import orderStatusesData from './order-status.json';
/** The statuses of orders, in the order of a regular one. */
export const orderStatuses: readonly {
  slug: string;
  name: string;
  color: string;
  english: string;
}[] = orderStatusesData;
