import {
  changeRole,
  closeOperator,
  inviteOperator,
  listOperators,
  roles,
} from '@pipkin/contract/desk'
import { Field } from '../../../web/src/ui/field.tsx'
import { SelectField } from '../../../web/src/ui/select-field.tsx'
import { useCall } from '../call.ts'
import { ActButton } from '../parts/act-button.tsx'
import { Heading } from '../parts/heading.tsx'
import { Invitation } from '../parts/invitation.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { NameField } from '../parts/name-field.tsx'
import { Pending } from '../parts/pending.tsx'
import { Table } from '../parts/table.tsx'

const roleOf = (form: FormData) => roles.find((role) => role === form.get('role')) ?? 'support'

const RoleField = ({ value }: { value?: string }) => (
  <SelectField
    label="Role"
    name="role"
    required
    dense
    placeholder="Choose a role"
    defaultValue={value ?? ''}
    options={roles.map((role) => ({ value: role, label: role }))}
  />
)

/** Who runs the house: invitations, roles. */
export function Operators() {
  const operators = useCall(listOperators, undefined, 30_000)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Heading name="Operators" />
        <ActButton
          act={inviteOperator}
          look="butter"
          fields={
            <>
              <NameField label="Name" autoComplete="off" />
              <Field label="E-mail" name="email" type="email" required autoComplete="off" />
              <RoleField />
            </>
          }
          inputOf={(reason, form) => ({
            name: String(form.get('name')),
            email: String(form.get('email')),
            role: roleOf(form),
            reason,
          })}
          after={(answer) => <Invitation {...answer} />}
        />
      </div>
      {[inviteOperator, changeRole, closeOperator].map(({ name: act }) => (
        <Pending key={act} of={{ act }} />
      ))}
      <Loaded query={operators}>
        {(rows) => (
          <Table
            name="Everyone"
            rows={rows}
            keyOf={({ operator }) => operator}
            empty="No operators yet."
            columns={[
              { head: 'Name', text: ({ name }) => name },
              { head: 'E-mail', text: ({ email }) => email },
              { head: 'Role', text: ({ role }) => role },
              { head: 'State', text: ({ state }) => state },
              {
                head: 'Change',
                show: ({ operator, name, role, state }) =>
                  state !== 'closed' && (
                    <span className="flex flex-wrap gap-2">
                      <ActButton
                        act={changeRole}
                        about={name}
                        id={String(operator)}
                        fields={<RoleField value={role} />}
                        inputOf={(reason, form) => ({ operator, role: roleOf(form), reason })}
                      />
                      <ActButton
                        act={closeOperator}
                        about={name}
                        id={String(operator)}
                        inputOf={(reason) => ({ operator, reason })}
                      />
                    </span>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  )
}
