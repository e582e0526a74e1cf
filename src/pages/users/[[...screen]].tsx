import { users } from '@/contract/accounts/users';
import { resourcePage } from '@/crud/resource-page';
import { PeopleList } from '@/features/accounts/users/people-list';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/accounts/users/user-form'), 'UserForm');
const Details = lazy(() => import('@/features/accounts/users/user-details'), 'UserDetails');

export default resourcePage(users, { List: PeopleList, Form, Details });
