"""What people do on the pages of a night, by subject: real buttons pressed, real text read."""
