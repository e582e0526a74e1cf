import { pendingVendors } from '@/contract/accounts/users';
import { resourcePage } from '@/crud/resource-page';
import { PeopleList } from '@/features/accounts/users/people-list';

export default resourcePage(pendingVendors, { List: PeopleList });
