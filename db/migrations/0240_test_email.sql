-- The notes of the first run call the test email an email, as everything else does.
update settings set value = value - 'test_letter' || jsonb_build_object('test_email', value -> 'test_letter')
where key = 'first_run' and value ? 'test_letter';
