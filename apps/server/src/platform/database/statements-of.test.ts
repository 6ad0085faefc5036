import { expect, test } from 'vitest'
import { statementsOf } from './statements-of.ts'

test('a file of SQL is cut where a statement ends, and nowhere else', () => {
  const text = `-- It's one; no statement.
    insert into a values ('x; it''s', "b;c", -1); -- Nor this;
    create function f() returns text language sql as $$ select ';'; -- In it; a comment
    $$;
    do $body$ begin perform '$$;$$'; end $body$;
  `
  expect(statementsOf(text)).toEqual([
    `insert into a values ('x; it''s', "b;c", -1)`,
    `create function f() returns text language sql as $$ select ';'; -- In it; a comment\n    $$`,
    `do $body$ begin perform '$$;$$'; end $body$`,
  ])
  expect(() => statementsOf('select 1;\nselect 2')).toThrow('no semicolon ends: select 2')
})
