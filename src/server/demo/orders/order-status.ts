import orderStatusesData from './order-status.json';
/** The statuses of reference entities E51, in the order in which an order goes through them. */
export const orderStatuses: readonly {
  slug: string;
  name: string;
  color: string;
  english: string;
}[] = orderStatusesData;
