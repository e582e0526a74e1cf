import { admins } from '@/contract/accounts/users';
import { resourcePage } from '@/crud/resource-page';
import { PeopleList } from '@/features/accounts/users/people-list';

export default resourcePage(admins, { List: PeopleList });
