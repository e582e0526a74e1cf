import orderStatusesData from './order-status.json';
/** The statuses of reference entities E51, in the order of a regular order. */
export const orderStatuses: readonly {
  slug: string;
  name: string;
  color: string;
  english: string;
}[] = orderStatusesData;
