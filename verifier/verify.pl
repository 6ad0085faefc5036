#!/usr/bin/env perl
# Checks the house's log and what it says it owes, without a line of the house's code: written from
# docs/transparency.md, docs/fairness.md and docs/solvency.md alone. It needs Perl 5.24 with 64-bit
# numbers and its core modules, and the `openssl` command of OpenSSL 3 for Ed25519.
#
#   perl verify.pl log SOURCE LOG-KEY [WITNESS...]
#       Reads the whole log at SOURCE, an address or a folder with the same paths: the checkpoint is
#       signed by LOG-KEY and by each WITNESS, each entry is well-formed, no receipt is there twice,
#       and every published hash, up to the signed root, follows from the entries.
#
#   perl verify.pl proof FILE RECEIPT.json LOG-KEY KEY [WITNESS...]
#       FILE (from /api/receiptProof) proves that the receipt {facts, signature, batch?} is in the
#       log: the facts are whole, signed with KEY (hex), alone or in a batch, and lead to the root
#       of a checkpoint signed by LOG-KEY and by each WITNESS.
#
#   perl verify.pl owed SOLVENCY.json TREE.json [PROOF.json PLAYER]
#       The tree (/solvency/SNAPSHOT/tree) adds up, without a negative sum or an overflow, to what
#       the list (/api/solvency) says is owed. With PROOF.json (/api/solvencyProof): all that the
#       house owes PLAYER is in it, in leaves of the player's own.
#
#   perl verify.pl many
#       Reads such arguments, a line for each check with tabs between, and says how each exits.
#
# LOG-KEY and WITNESS are verifier keys, `name+id+base64`. The program says what holds and exits
# with 0, or says on a line that begins with WRONG what is wrong and exits with 1. Where it can't
# check, as without a network, it says so on stderr and exits with 2.
# It doesn't ask the chain whether the house has the money that it says it holds.

use v5.24;
use strict;
use warnings;
use Digest::SHA qw(sha256 sha256_hex hmac_sha256);
use Encode ();
use File::Temp ();
use HTTP::Tiny ();
use List::Util qw(min);
use MIME::Base64 qw(encode_base64 decode_base64);

my $USAGE = <<'END';
verify.pl log SOURCE LOG-KEY [WITNESS...]
verify.pl proof FILE RECEIPT.json LOG-KEY KEY [WITNESS...]
verify.pl owed SOLVENCY.json TREE.json [PROOF.json PLAYER]
verify.pl many
END

my %KINDS = (
    1 => "epochs' commitments", 2 => "receipts of bets", 3 => "receipts of ends",
    4 => "rulebooks", 5 => "voided epochs", 6 => "operators' acts", 7 => "audits",
    8 => "sums owed", 9 => "sums held",
);
my $TILE         = 256;
my $ENTRY_BYTES  = 33;
my $MOST_BYTES   = 1 << 20;               # of one answer of the log; its largest has 8960
my $MOST_AT_ONCE = 65_536;                # receipts that are signed at once
my $MOST_TRIES   = 10;                    # of one file, beside the first
my $U64_MAX      = ~0;                    # 2^64 - 1
my $LAST_TIME    = 253_402_300_800;       # the year 10000, as Unix time
my $SAFE_INTEGER = (1 << 53) - 1;         # a JSON number above it isn't exact everywhere

binmode STDOUT, ':encoding(UTF-8)';
binmode STDERR, ':encoding(UTF-8)';
$| = 1;
exit("@ARGV" eq 'many' ? many() : main(@ARGV));

# Checks in one process: starting one for each takes longer than checking.
sub many {
    while (my $line = <STDIN>) {
        chomp $line;
        say 'exit ' . main(split /\t/, $line, -1);
    }
    return 0;
}

# Runs the check that the arguments name, and gives the exit code.
sub main {
    my ($command, @arguments) = @_;
    my %commands = (
        log   => [ \&check_log,   2, 1000 ],
        proof => [ \&check_proof, 4, 1000 ],
        owed  => [ \&check_owed,  2, 4 ],
    );
    my ($run, $least, $most) = @{ $commands{ $command // '' } // [] };
    my $given = @arguments;
    if (!$run || $given < $least || $given > $most || $command eq 'owed' && $given == 3) {
        print STDERR $USAGE;
        return 2;
    }
    return 0 if eval { $run->(map { Encode::decode('UTF-8', $_) } @arguments); 1 };
    my $is_wrong = ref $@ eq 'Wrong';
    my $why      = ($is_wrong ? ${$@} : $@) =~ s/\s+/ /gr;
    $why =~ s/[\p{Cc}\p{Cf}]/?/g;    # a file's texts, which could move the terminal's cursor
    return 1 if $is_wrong && say "WRONG  $why";
    say STDERR "This can't be checked here, which is no fault of the house: $why";
    return 2;
}

# Ends the check; main prints the sentence.
sub wrong {
    my ($sentence) = @_;
    die bless \$sentence, 'Wrong';
}

# ---------------------------------------------------------------------------------------------
# The whole log

sub check_log {
    my ($source, $log_key, @witness_keys) = @_;
    my $read       = reader($source);
    my $checkpoint = read_checkpoint($read->('checkpoint'), $log_key, @witness_keys);
    my $size       = $checkpoint->{size};
    my $tally      = { kinds => {}, receipts => [ ('') x 256 ] };
    my @levels;    # of each level: how many full tiles it has, and the hashes of the one begun

    for (my $first = 0 ; $first < $size ; $first += $TILE) {
        my $width = $size - $first < $TILE ? $size - $first : $TILE;
        my $path  = tile_path('entries', $first / $TILE, $width);
        my $entries = read_entries($read->($path), $path, $width, $first);
        count_entries($tally, $entries);
        add_hashes($read, \@levels, 0, join '', map { sha256("\0$_") } @$entries);
    }
    my $root = finish_tiles($read, \@levels);
    $root eq $checkpoint->{root}
        or wrong("The entries give the root " . encode_base64($root, '')
            . ", but the log signed " . encode_base64($checkpoint->{root}, '') . ".");
    refuse_doubles($tally->{receipts});

    say "This log checks out: $size entries.";
    say "  $_" for map { "$tally->{kinds}{$_} $KINDS{$_}" } sort keys %{ $tally->{kinds} };
    say_witnesses($checkpoint);
}

# The entries of a bundle: each is its length (a u16), a byte for its kind, and a hash.
sub read_entries {
    my ($bundle, $path, $width, $first) = @_;
    my $whole = $ENTRY_BYTES + 2;
    length $bundle == $width * $whole
        or wrong("$path has " . length($bundle) . " bytes, not $width times $whole.");
    my @entries = unpack "(x2 a$ENTRY_BYTES)*", $bundle;
    return \@entries if $bundle =~ /\A(?:\0\x21[\x01-\x09].{32}){$width}\z/s;
    for my $i (0 .. $width - 1) {
        my ($length, $kind) = unpack 'nC', substr $bundle, $i * $whole, 3;
        my $number = $first + $i;
        $length == $ENTRY_BYTES
            or wrong("Entry $number in $path says it has $length bytes, not $ENTRY_BYTES.");
        $KINDS{$kind} or wrong("Entry $number in $path is of kind $kind, which there isn't.");
    }
    wrong("$path can't be read.");
}

# Counts each kind, and keeps 12 bytes of each receipt's hash, sorted into 256 texts by its first
# byte: all that is kept of an entry, since a log may be long.
sub count_entries {
    my ($tally, $entries) = @_;
    for my $entry (@$entries) {
        my $kind = ord $entry;
        $tally->{kinds}{$kind}++;
        $tally->{receipts}[ ord substr $entry, 1, 1 ] .= substr $entry, 1, 12
            if $kind == 2 || $kind == 3;
    }
}

sub refuse_doubles {
    my ($receipts) = @_;
    for my $hashes (@$receipts) {
        my %seen;
        for (unpack '(a12)*', $hashes) {
            $seen{$_}++ and wrong("The receipt whose hash begins with " . unpack('H*', $_)
                . " is in the log twice; each has one entry.");
        }
    }
}

# Adds hashes to a level. A tile that is full is compared with the published one, and its root goes
# to the level above.
sub add_hashes {
    my ($read, $levels, $level, $hashes) = @_;
    my $here = $levels->[$level] //= { full => 0, begun => '' };
    $here->{begun} .= $hashes;
    return if length $here->{begun} < $TILE * 32;
    compare_tile($read, $level, $here->{full}, $here->{begun});
    my $root = perfect_root($here->{begun});
    $here->{full}++;
    $here->{begun} = '';
    add_hashes($read, $levels, $level + 1, $root);
}

# Compares the tiles at the log's right edge, which aren't full, and gives the root of all. The
# whole trees at the edge, largest first, are joined from the right (RFC 9162, section 2.1).
sub finish_tiles {
    my ($read, $levels) = @_;
    my @trees;
    for my $level (0 .. $#$levels) {
        my $begun = $levels->[$level]{begun} or next;
        compare_tile($read, $level, $levels->[$level]{full}, $begun);
        unshift @trees, perfect_trees($begun);
    }
    return sha256('') if !@trees;
    my $root = pop @trees;
    $root = node(pop @trees, $root) while @trees;
    return $root;
}

sub compare_tile {
    my ($read, $level, $number, $hashes) = @_;
    my $path      = tile_path($level, $number, length($hashes) / 32);
    my $published = $read->($path);
    return if $published eq $hashes;
    length $published == length $hashes
        or wrong("$path has " . length($published) . " bytes, not " . length($hashes) . ".");
    my $i = 0;
    $i++ while substr($published, $i * 32, 32) eq substr($hashes, $i * 32, 32);
    my $at = $number * $TILE + $i;
    wrong("$path doesn't follow from the entries: its hash $i isn't that of "
        . ($level == 0 ? "entry $at." : "the full tile $at of level " . ($level - 1) . "."));
}

# The root over 2^k hashes.
sub perfect_root {
    my ($hashes) = @_;
    $hashes = join '', map { sha256("\1$_") } unpack '(a64)*', $hashes while length $hashes > 32;
    return $hashes;
}

# The roots of the whole trees over fewer than 256 hashes, the largest first.
sub perfect_trees {
    my ($hashes) = @_;
    my @roots;
    for (my $width = $TILE / 2 ; $width >= 1 ; $width /= 2) {
        next if length $hashes < $width * 32;
        push @roots, perfect_root(substr $hashes, 0, $width * 32, '');
    }
    return @roots;
}

sub node { return sha256("\1$_[0]$_[1]") }

# `tile/0/x001/x234/067.p/112`: a tile that isn't full has its width in its path.
sub tile_path {
    my ($level, $number, $width) = @_;
    my $path = sprintf '%03d', $number % 1000;
    while ($number >= 1000) {
        $number = int($number / 1000);
        $path   = sprintf 'x%03d/%s', $number % 1000, $path;
    }
    return "tile/$level/$path" . ($width < $TILE ? ".p/$width" : '');
}

# Reads a path below SOURCE.
sub reader {
    my ($source) = @_;
    $source =~ s{/+\z}{};
    return sub {
        $_[0] eq 'checkpoint' || -e "$source/$_[0]" or wrong("The log lacks $_[0].");
        return read_file("$source/$_[0]");
    } if $source !~ m{\Ahttps?://};
    my $http = HTTP::Tiny->new(timeout => 30, max_size => $MOST_BYTES, verify_SSL => 1);
    my ($able, $why) = $source =~ /\Ahttps/ ? HTTP::Tiny->can_ssl : 1;
    $able or die "this Perl can't read https addresses without IO::Socket::SSL: "
        . "install that, or save the log in a folder and give the folder.\n";
    return sub {
        my $answer = $http->get("$source/$_[0]");

        # Where the house says that too many were asked for, the file is asked for again.
        for (my $tries = $MOST_TRIES ; $answer->{status} == 429 && $tries ; $tries--) {
            my ($wait) = ($answer->{headers}{'retry-after'} // q{}) =~ /\A([0-9]{1,5})\z/;
            sleep min($wait // 1, 60);
            $answer = $http->get("$source/$_[0]");
        }
        return $answer->{content} if $answer->{status} == 200;
        die "$source/$_[0]: $answer->{content}" if $answer->{status} == 599;    # no answer at all
        my $why = "The log lacks $_[0]: it answers with $answer->{status} $answer->{reason}.";

        # It is down or busy, or no log at all: none of that denies a file.
        die "$why\n" if $answer->{status} =~ /\A(?:429|5..)\z/ || $_[0] eq 'checkpoint';
        wrong($why);
    };
}

sub read_file {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path can't be read: $!.\n";
    local $/;
    return scalar <$file> // die "$path can't be read: $!.\n";
}

# ---------------------------------------------------------------------------------------------
# A receipt's proof

sub check_proof {
    my ($proof_file, $receipt_file, $log_key, $key, @witness_keys) = @_;
    $key =~ /\A[0-9a-fA-F]{64}\z/
        or die "the house's key is 64 hex digits: $key isn't one.\n";
    my $receipt = read_json($receipt_file, 'The receipt', 'facts');
    check_signature($receipt, pack 'H*', $key);
    my $kind  = check_facts($receipt->{facts});
    my $proof   = read_proof(read_file($proof_file));
    my $checkpoint = read_checkpoint($proof->{checkpoint}, $log_key, @witness_keys);
    my $entry      = chr($kind) . sha256(canonical($receipt->{facts}));
    my $root = climb(sha256("\0$entry"), $proof->{index}, $checkpoint->{size}, $proof->{siblings});
    $root eq $checkpoint->{root}
        or wrong("This receipt is not in the log where the house says: "
            . "entry $proof->{index} is something else.");
    say "This receipt is in the log: entry $proof->{index} of $checkpoint->{size}.";
    say_witnesses($checkpoint);
}

# A tlog-proof: the number of an entry, the siblings from the leaf up, and a checkpoint.
sub read_proof {
    my ($text) = @_;
    my ($head, $checkpoint) = split /\n\n/, $text, 2;
    my ($title, @lines) = split /\n/, $head // '', -1;

    # The house's refusal, or a download that broke off.
    ($title // '') eq 'c2sp.org/tlog-proof@v1' && ($checkpoint // '') =~ /\n\z/
        or die "this is no whole tlog-proof.\n";
    shift @lines if @lines && $lines[0] =~ /\Aextra /;    # anybody's, and no part of the proof
    my ($index, @siblings) = @lines;
    ($index // '') =~ /\Aindex (0|[1-9][0-9]{0,15})\z/
        or wrong("The proof's second line isn't `index` and a number.");
    my $place = 0 + $1;
    @siblings = map { read_base64($_, 32, "The proof's sibling") } @siblings;
    return { index => $place, siblings => \@siblings, checkpoint => $checkpoint };
}

# The root that a leaf and its siblings give (RFC 9162, section 2.1.3.2).
sub climb {
    my ($hash, $index, $size, $siblings) = @_;
    $index < $size or wrong("The proof speaks of entry $index (from 0) of $size.");
    my ($at, $last) = ($index, $size - 1);
    for my $sibling (@$siblings) {
        $last > 0 or wrong("The proof has more siblings than a log of $size entries needs.");
        if ($at % 2 || $at == $last) {
            $hash = node($sibling, $hash);
            while ($at % 2 == 0 && $at > 0) { $at >>= 1; $last >>= 1 }
        }
        else { $hash = node($hash, $sibling) }
        $at >>= 1;
        $last >>= 1;
    }
    $last == 0 or wrong("The proof has too few siblings for a log of $size entries.");
    return $hash;
}

sub check_signature {
    my ($receipt, $house) = @_;
    has_members($receipt, 'The receipt', [qw(facts signature)], ['batch']);
    my $facts  = canonical($receipt->{facts});
    my $signed = exists $receipt->{batch} ? batch_text($facts, $receipt->{batch}) : $facts;
    is_hex($receipt->{signature}, 64) or wrong("The receipt's signature isn't 128 hex digits.");
    verify_signature($house, $signed, pack 'H*', $receipt->{signature})
        or wrong("The house has not signed this receipt.");
}

# What the house signs for many receipts at once: the root of the tree over them.
sub batch_text {
    my ($facts, $batch) = @_;
    has_members($batch, "The receipt's batch", [qw(index size path)]);
    my ($index, $size) = map { integer($batch->{$_}, "The batch's $_") } qw(index size);
    $size >= 2 && $size <= $MOST_AT_ONCE or wrong("No $size receipts are signed at once.");
    $index < $size or wrong("The receipt is number $index of a batch of $size, counted from 0.");
    ref $batch->{path} eq 'ARRAY' or wrong("The batch's path isn't a list.");
    my @path = @{ $batch->{path} };
    my $hash = sha256("\0$facts");
    for my $side (sides($index, $size)) {
        next if $side eq 'none';
        my $sibling = shift @path // wrong("The batch's path is too short for $size receipts.");
        is_hex($sibling, 32) or wrong("The batch's path has something that isn't a hash.");
        $sibling = pack 'H*', $sibling;
        $hash = $side eq 'left' ? node($sibling, $hash) : node($hash, $sibling);
    }
    @path and wrong("The batch's path is too long for $size receipts.");
    return canonical({ version => 'fair-1', receipt => 'batch', root => unpack('H*', $hash),
        size => $batch->{size} });
}

# For each level of a tree of `size` leaves, from below: where the neighbour of the node above leaf
# `index` stands. An odd node at the end of a level has none and moves up as it is.
sub sides {
    my ($index, $size) = @_;
    my @sides;
    while ($size > 1) {
        push @sides, $index % 2 ? 'left' : $index + 1 < $size ? 'right' : 'none';
        $index >>= 1;
        $size = ($size >> 1) + $size % 2;
    }
    return @sides;
}

# The members of each receipt that has an entry, and its kind.
my (@PLACE, %RECEIPTS);

BEGIN {
    @PLACE = qw(version receipt transactionId playerId epoch epochCommitment nonce commitment
        clientSeed rulesHash stake split root placedAt);
    %RECEIPTS = (
        bet  => [ 2, [@PLACE], ['generation'] ],
        end  => [ 3, [ @PLACE, qw(moves status payout settledAt) ], [qw(generation finishedIn)] ],
        void => [
            5, [qw(version receipt playerId epoch epochCommitment from voidedIn voidedAt)],
            ['generation']
        ],
    );
}

# Gives the kind of the receipt's entry.
sub check_facts {
    my ($facts) = @_;
    ref $facts eq 'HASH' or wrong("The receipt has no facts.");
    my $type = text($facts->{receipt}, "The receipt's kind");
    my $known = $RECEIPTS{$type} // wrong("The log has no entries for receipts of `$type`.");
    my ($kind, $members, $optional) = @$known;
    has_members($facts, "The receipt's facts", $members, $optional);
    text($facts->{version}, 'version') eq 'fair-1' or wrong("The receipt's version isn't fair-1.");
    text($facts->{playerId}, 'playerId') =~ /\A[0-9]+\z/
        or wrong("The receipt's playerId isn't a number.");
    my @numbers = qw(epoch nonce from stake payout generation finishedIn voidedIn);
    for (grep { exists $facts->{$_} } @numbers) {
        integer($facts->{$_}, "The receipt's $_");
    }
    for (grep { exists $facts->{$_} } qw(epochCommitment commitment rulesHash)) {
        is_hex($facts->{$_}, 32) or wrong("The receipt's $_ isn't 64 hex digits.");
    }
    for (grep { exists $facts->{$_} } qw(placedAt settledAt voidedAt)) {
        text($facts->{$_}, "The receipt's $_") =~ /\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z\z/
            or wrong("The receipt's $_ isn't a time in UTC.");
    }
    check_bet($facts) if $type ne 'void';
    return $kind;
}

sub check_bet {
    my ($facts) = @_;
    text($facts->{transactionId}, "The receipt's transactionId");
    text($facts->{clientSeed}, "The receipt's clientSeed") =~ /\A[A-Za-z0-9_-]{1,64}\z/
        or wrong("The receipt's clientSeed isn't 1 to 64 letters, digits, _ or -.");
    ref $facts->{root} eq 'Literal' && ${ $facts->{root} } eq 'null' or is_hex($facts->{root}, 32)
        or wrong("The receipt's root is neither null nor 64 hex digits.");
    has_members($facts->{split}, "The receipt's split", [qw(deposit bonus win)]);
    my $paid = 0;
    $paid += integer($facts->{split}{$_}, "The split's $_") for qw(deposit bonus win);
    $paid == ${ $facts->{stake} } or wrong("The receipt's split doesn't add up to its stake.");
    return if $facts->{receipt} eq 'bet';
    ref $facts->{moves} eq 'ARRAY' or wrong("The receipt's moves aren't a list.");
    text($facts->{status}, "The receipt's status") =~ /\A(?:Win|PartialWin|Tie|Loss)\z/
        or wrong("The receipt's status is `$facts->{status}`, which there isn't.");
}

# ---------------------------------------------------------------------------------------------
# Checkpoints: signed notes

# Reads a checkpoint that the log and each of the named witnesses signed.
sub read_checkpoint {
    my ($note, $log_key, @witness_keys) = @_;
    my $log       = given_key($log_key, 1);
    my @witnesses = map { given_key($_, 4) } @witness_keys;
    my ($text, @signatures) = read_note($note);
    my $checkpoint = read_checkpoint_text($text);
    refuse_other_log($checkpoint->{origin}, $log, $text, @signatures);

    for my $key ($log, @witnesses) {
        for (grep { $_->{name} eq $key->{name} && $_->{id} eq $key->{id} } @signatures) {
            $_->{known} = 1;
            my $time = check_note_signature($key, $text, $_->{bytes});
            $key->{signed} = $time if !defined $key->{signed} || $time > $key->{signed};
        }
        defined $key->{signed}
            or wrong("The checkpoint isn't signed by $key->{name} with the key that you gave.");
    }
    $checkpoint->{witnesses} = \@witnesses;
    $checkpoint->{others}    = grep { !$_->{known} } @signatures;
    return $checkpoint;
}

# A restore gives a log another name: its key has signed under the name of another generation.
sub refuse_other_log {
    my ($origin, $log, $text, @signatures) = @_;
    return if $origin eq $log->{name};
    my ($plain, $other) = map { s{/[1-9][0-9]*\z}{}r } $log->{name}, $origin;
    my $id   = substr sha256(Encode::encode('UTF-8', $origin) . "\n\x01$log->{public}"), 0, 4;
    my @mine = grep { $_->{name} eq $origin && $_->{id} eq $id } @signatures;
    $plain eq $other && @mine
        or wrong("The checkpoint is of the log `$origin`, not of `$log->{name}`.");
    check_note_signature($log, $text, $_->{bytes}) for @mine;
    die "the house signed this checkpoint as the log $origin, not as $log->{name}: a restore gives "
        . "a log another name. Check each by its own key.\n";
}

# The text of a note, its last newline included, and its signatures.
sub read_note {
    my ($note) = @_;
    my $whole = eval { Encode::decode('UTF-8', $note, Encode::FB_CROAK | Encode::LEAVE_SRC) }
        // wrong("The checkpoint isn't UTF-8.");
    $whole =~ /[\x00-\x09\x0b-\x1f\x7f]/ and wrong("The checkpoint has a control character.");
    my ($text, $below) = $whole =~ /\A(.+?\n)\n(.+)\n\z/s
        or wrong("The checkpoint is no signed note: a text, an empty line and signatures.");
    my @signatures;
    for my $line (split /\n/, $below, -1) {
        my ($name, $base64) = $line =~ /\A\x{2014} ([^\s+]+) (\S+)\z/
            or wrong("The checkpoint has a line that isn't a signature: `$line`.");
        my $what = "The checkpoint's signature by $name";
        my ($id, $bytes) = unpack 'a4 a*', read_base64($base64, undef, $what);
        length $bytes or wrong("$what is too short.");
        push @signatures, { name => $name, id => $id, bytes => $bytes };
    }
    return (Encode::encode('UTF-8', $text), @signatures);
}

# The origin, the size and the root. Later lines are ignored.
sub read_checkpoint_text {
    my ($text) = @_;
    my @lines = split /\n/, Encode::decode('UTF-8', $text), -1;
    @lines >= 4 or wrong("The checkpoint's text lacks a line: origin, size or root.");
    my ($origin, $size, $root) = @lines;
    $size =~ /\A(?:0|[1-9][0-9]{0,15})\z/ && $size <= $SAFE_INTEGER
        or wrong("The checkpoint's size isn't a number as it should be: `$size`.");
    $root = read_base64($root, 32, "The checkpoint's root");
    $size > 0 || $root eq sha256('')
        or wrong("The checkpoint of an empty log has the root of something.");
    return { origin => $origin, size => 0 + $size, root => $root };
}

# The time of a witness's signature, or 0 for the log's. A bad signature makes the whole note wrong.
sub check_note_signature {
    my ($key, $text, $bytes) = @_;
    my ($time, $message) = (0, $text);
    if ($key->{type} == 4) {
        length $bytes == 72
            or wrong("The signature of $key->{name} on the checkpoint has the wrong length.");
        ($time, $bytes) = unpack 'Q> a64', $bytes;
        $time < $LAST_TIME
            or wrong("The cosignature by $key->{name} has a time that is none: $time.");
        $message = "cosignature/v1\ntime $time\n$text";
    }
    length $bytes == 64
        or wrong("The signature of $key->{name} on the checkpoint has the wrong length.");
    verify_signature($key->{public}, $message, $bytes)
        or wrong("The signature of $key->{name} on the checkpoint is wrong.");
    return $time;
}

# A key is an argument: one that isn't one is no fault of the house.
sub given_key {
    my (@given) = @_;
    return eval { read_key(@given) } // die ref $@ eq 'Wrong' ? "${$@}\n" : $@;
}

# A verifier key: `name+id+base64(type || public key)`. The id is the beginning of a hash.
sub read_key {
    my ($text, $type) = @_;
    my $whose = $type == 1 ? "The log's key" : "The witness's key";
    my ($name, $id, $base64) = $text =~ /\A([^\s+]+)\+([0-9a-f]{8})\+(\S+)\z/
        or wrong("$whose isn't `name+id+base64`: $text.");
    my $bytes = read_base64($base64, 33, $whose);
    ord $bytes == $type or wrong("$whose is of type " . ord($bytes) . ", not $type: $text.");
    my $hash = sha256(Encode::encode('UTF-8', $name) . "\n$bytes");
    $id eq unpack('H8', $hash) or wrong("$whose has an id that isn't its own: $text.");
    return { name => $name, type => $type, id => substr($hash, 0, 4), public => substr($bytes, 1) };
}

sub say_witnesses {
    my ($checkpoint) = @_;
    for (@{ $checkpoint->{witnesses} }) {
        my ($s, $m, $h, $day, $month, $year) = gmtime $_->{signed};
        printf "  %s saw it at %04d-%02d-%02d %02d:%02d:%02d UTC and signed.\n",
            $_->{name}, $year + 1900, $month + 1, $day, $h, $m, $s;
    }
    say "  No witness was named, so this doesn't show that everyone sees the same log."
        if !@{ $checkpoint->{witnesses} };
    say "  $checkpoint->{others} signature(s) by keys that you didn't name were passed over."
        if $checkpoint->{others};
}

# Base64; each value has only one spelling.
sub read_base64 {
    my ($text, $length, $what) = @_;
    my $bytes = $text =~ m{\A[A-Za-z0-9+/]*={0,2}\z} ? decode_base64($text) : '';
    encode_base64($bytes, '') eq $text or wrong("$what isn't base64 as it should be: `$text`.");
    !defined $length || length $bytes == $length
        or wrong("$what has " . length($bytes) . " bytes, not $length.");
    return $bytes;
}

# An openssl that can't do Ed25519 must not look like a lie of the house. So the second test of RFC
# 8032, section 7.1, must hold, and must fail for another text.
sub verify_signature {
    my (@given) = @_;
    state $is_able = do {
        my ($public, $signature) = map { pack 'H*', $_ }
            '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
            '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da'
            . '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00';
        ask_openssl($public, "\x72", $signature) && !ask_openssl($public, "\x73", $signature);
    };
    $is_able or die "the openssl command can't check Ed25519 (OpenSSL 3 can).\n";
    return !has_small_order($given[0]) && ask_openssl(@given);
}

# With a key of small order, which openssl takes, one signature counts for every message. These are
# all such points, in each spelling, without the bit of the sign.
sub has_small_order {
    my ($public) = @_;
    state $small = { map { pack('H*', $_) => 1 } (
        '00' x 32,
        '01' . '00' x 31,
        '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
        'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
        map { $_ . 'ff' x 30 . '7f' } qw(ec ed ee),
    ) };
    return $small->{ substr($public, 0, 31) . chr(ord(substr $public, 31) & 0x7f) };
}

# Ed25519, by the openssl command. The DER before the key says what it is (RFC 8410).
sub ask_openssl {
    my ($public, $message, $signature) = @_;
    my $folder = File::Temp->newdir;
    my $key    = pack('H*', '302a300506032b6570032100') . $public;
    my %files  = (key => $key, text => $message, signature => $signature);
    for my $name (keys %files) {
        open my $file, '>:raw', "$folder/$name" or die "$folder/$name can't be written: $!.\n";
        print {$file} $files{$name};
        close $file or die "$folder/$name can't be written: $!.\n";
    }
    my @command = (
        qw(openssl pkeyutl -verify -pubin -keyform DER -inkey), "$folder/key",
        '-rawin', '-in', "$folder/text", '-sigfile', "$folder/signature"
    );
    return 0 == system 'sh', '-c', 'exec "$@" >/dev/null 2>&1', 'sh', @command;
}

# ---------------------------------------------------------------------------------------------
# What is owed

sub check_owed {
    my ($list_file, $tree_file, $proof_file, $player) = @_;
    my $snapshots = read_snapshots(read_json($list_file, 'The list of snapshots', 'Data'));
    my $tree      = read_tree(read_json($tree_file, 'The tree', 'levels'));
    my $proof     = $proof_file && read_solvency_proof(read_json($proof_file, 'The proof'));
    my $snapshot = find_snapshot($snapshots, $tree, $proof);
    check_sums($tree, $snapshot->{size});
    check_order($tree->[0]);
    check_against($snapshot, $tree);
    my $own = $proof && check_leaves($proof, $player, $snapshot, $tree);

    say "The tree of $snapshot->{name} adds up to " . fkr($snapshot->{owed}) . " fkr.";
    say_own($own) if $own;
    say "  The house says that it held " . fkr($snapshot->{held}) . " fkr, "
        . ($snapshot->{held} < $snapshot->{owed} ? "LESS than it owes" : "no less than it owes")
        . ". This program doesn't ask the chain whether it did.";
}

# The published snapshots.
sub read_snapshots {
    my ($answer) = @_;
    my $data = $answer->{Data};
    ref $data eq 'ARRAY' or wrong("The list of snapshots has no `Data` that is a list.");
    my @snapshots = map { read_snapshot($_) } @$data;
    my %seen;
    $seen{ $_->{name} }++ and wrong("Snapshot $_->{name} is listed twice.") for @snapshots;
    return \@snapshots;
}

sub read_snapshot {
    my ($row) = @_;
    ref $row eq 'HASH' or wrong("The list of snapshots has something else in it.");
    my $name = text($row->{snapshot}, "A snapshot's name");
    $name =~ /\A\d{8}T\d{6}Z\z/ or wrong("A snapshot has the name `$name`, which isn't a time.");
    is_hex($row->{root}, 32) or wrong("The root of snapshot $name isn't 64 hex digits.");
    my %is = (name => $name, root => $row->{root});
    $is{$_} = integer($row->{$_}, "`$_` of snapshot $name") for qw(size players checked);
    $is{$_} = hundredths($row->{$_}, "`$_` of snapshot $name") for qw(owed held);
    return \%is;
}

# The levels of the tree, the leaves first, each a list of [hash, sum].
sub read_tree {
    my ($tree) = @_;
    has_members($tree, 'The tree', ['levels']);
    my $levels = $tree->{levels};
    ref $levels eq 'ARRAY' && @$levels or wrong("The tree has no levels.");
    for my $i (0 .. $#$levels) {
        ref $levels->[$i] eq 'ARRAY' or wrong("Level $i of the tree isn't a list.");
        for my $j (0 .. $#{ $levels->[$i] }) {
            $levels->[$i][$j] = read_node($levels->[$i][$j], sub { "Node $j of level $i" });
        }
    }
    @{ $levels->[-1] } or wrong("The tree doesn't end in one root.");
    return $levels;
}

sub read_node {
    my ($node, $where) = @_;
    ref $node eq 'HASH' && keys %$node == 2 && exists $node->{hash} && exists $node->{sum}
        or wrong($where->() . " isn't a hash and a sum.");
    is_hex($node->{hash}, 32) or wrong($where->() . " has a hash that isn't 64 hex digits.");
    return [ pack('H*', $node->{hash}), u64($node->{sum}) ];
}

# Each level has half as many nodes as the one below, and each node comes from the two below it.
sub check_sums {
    my ($levels, $expected) = @_;
    for my $i (0 .. $#$levels) {
        my ($below, $level) = ($i && $levels->[ $i - 1 ], $levels->[$i]);
        @$level == $expected or wrong("Level $i has " . @$level . " nodes instead of $expected.");
        for my $j ($i ? 0 .. $#$level : ()) {
            my ($left, $right) = @{$below}[ 2 * $j, 2 * $j + 1 ];
            my $made = $right ? sum_node($left, $right) : $left;
            $made->[1] == $level->[$j][1]
                or wrong("The tree doesn't add up: node $j of level $i says " . fkr($level->[$j][1])
                    . " fkr, and " . fkr($made->[1]) . " fkr are below it. So "
                    . hidden($level->[$j][1], $made->[1]));
            $made->[0] eq $level->[$j][0]
                or wrong("The tree is not of its leaves: node $j of level $i has another hash.");
        }
        $i == $#$levels || @$level > 1 or wrong("The tree has a level above its root.");
        $expected = (@$level + 1) >> 1;
    }
    @{ $levels->[-1] } == 1 or wrong("The tree doesn't end in one root.");
}

# Says how much less, or more, a node's sum is than those below it.
sub hidden {
    my ($says, $made) = @_;
    return $says < $made ? fkr($made - $says) . " fkr are hidden."
        : fkr($says - $made) . " fkr are made up.";
}

sub check_order {
    my ($leaves) = @_;
    for (1 .. $#$leaves) {
        $leaves->[ $_ - 1 ][0] lt $leaves->[$_][0]
            or wrong("Leaf $_ isn't in the order of the leaves' hashes, or is there twice.");
    }
}

sub sum_node {
    my ($left, $right) = @_;
    return [ sha256(pack 'C a32 Q> a32 Q>', 1, @$left, @$right), add($left->[1], $right->[1]) ];
}

# A sum has 64 bits: an overflow would make a debt vanish.
sub add {
    my ($left, $right) = @_;
    $left <= $U64_MAX - $right or wrong("A sum has more than 64 bits: $left and $right.");
    return $left + $right;
}

# The snapshot that a proof names, or else the one with this tree's root.
sub find_snapshot {
    my ($snapshots, $tree, $proof) = @_;
    my $root = unpack 'H*', $tree->[-1][0][0];
    my ($found) = grep { $proof ? $_->{name} eq $proof->{snapshot} : $_->{root} eq $root }
        @$snapshots;
    return $found if $found;
    wrong($proof ? "The list doesn't have the snapshot of the proof, $proof->{snapshot}."
        : "The list has no snapshot with the root of this tree.");
}

sub check_against {
    my ($snapshot, $tree) = @_;
    my ($name, $top) = ($snapshot->{name}, $tree->[-1][0]);
    my $leaves = @{ $tree->[0] };
    unpack('H*', $top->[0]) eq $snapshot->{root}
        or wrong("The tree isn't that of snapshot $name: it has another root.");
    $top->[1] == $snapshot->{owed}
        or wrong("The tree adds up to " . fkr($top->[1]) . " fkr, but the house says of snapshot "
            . "$name that it owes " . fkr($snapshot->{owed}) . ".");
    my $players = $snapshot->{players};
    $players <= $leaves && $leaves <= 4 * $players
        or wrong("Snapshot $name has $leaves leaves for $players players: each has one to four.");
    $snapshot->{checked} <= $players
        or wrong("$snapshot->{checked} players checked snapshot $name, which has only $players.");
}

sub read_solvency_proof {
    my ($answer) = @_;
    my $proof = exists $answer->{Data} ? $answer->{Data} : $answer;
    ref $proof eq 'HASH' && exists $proof->{leaves} or die "The proof has no `leaves`.\n";
    has_members($proof, 'The proof', [qw(snapshot player secret nonce leaves)]);
    text($proof->{$_}, "The proof's $_") for qw(snapshot player);
    is_hex($proof->{$_}, 32) or wrong("The proof's $_ isn't 64 hex digits.") for qw(secret nonce);
    ref $proof->{leaves} eq 'ARRAY' or wrong("The proof's leaves aren't a list.");
    return $proof;
}

# A player's leaves are the player's own, all different, and each leads to the root and to the sum.
# Gives the six amounts, added up.
sub check_leaves {
    my ($proof, $player, $snapshot, $tree) = @_;
    my $nonce = sha256('fkr-own-nonce' . lp($player) . pack 'H*', $proof->{secret});
    unpack('H*', $nonce) eq $proof->{nonce}
        or wrong("These leaves weren't made for you alone: another player may be shown the same, "
            . "for the same money.");
    $proof->{player} eq $player or wrong("The proof says that it is of player $proof->{player}.");
    my $leaves = $proof->{leaves};
    @$leaves >= 1 or wrong("You were left out: the tree has no leaf of yours.");
    my $blind = hmac_sha256($snapshot->{name}, $nonce);
    my (@own, %seen);
    for my $leaf (@$leaves) {
        has_members($leaf, "A leaf of the proof", [qw(index amounts path)]);
        my $index = leaf_index($leaf->{index}, $snapshot->{size});
        $seen{$index}++ and wrong("One leaf is shown twice.");
        my $amounts = read_amounts($leaf->{amounts}, $index);
        check_leaf($index, $amounts, $leaf->{path}, $blind, $snapshot, $tree);
        $own[$_] = add($own[$_] // 0, $amounts->[$_]) for 0 .. 5;
    }
    @$leaves <= 4 or wrong("The proof has " . @$leaves . " leaves; a player has four at most.");
    return \@own;
}

sub read_amounts {
    my ($amounts, $index) = @_;
    ref $amounts eq 'ARRAY' && @$amounts == 6 or wrong("Leaf $index doesn't have six amounts.");
    return [ map { u64($_) } @$amounts ];
}

# A place has only one spelling, so that no place can be given twice.
sub leaf_index {
    my ($index, $size) = @_;
    my $is_number = ref $index eq 'Number';
    my $spelling  = $is_number ? $$index : ref $index ? 'at that place' : $index;
    $is_number &&= $spelling =~ /\A(?:0|[1-9][0-9]{0,15})\z/;
    return 0 + $spelling if $is_number && $spelling < $size;
    wrong("The tree has no leaf $spelling.");
}

sub check_leaf {
    my ($index, $amounts, $path, $blind, $snapshot, $tree) = @_;
    my $sum = 0;
    $sum = add($sum, $_) for @$amounts;
    my $node = [ sha256("\0$snapshot->{name}" . pack('(Q>)6', @$amounts) . $blind), $sum ];
    $tree->[0][$index][0] eq $node->[0] && $tree->[0][$index][1] == $sum
        or wrong("A leaf that you were shown is not in the tree: leaf $index is of other amounts "
            . "or of another player.");
    ref $path eq 'ARRAY' or wrong("The way of leaf $index isn't a list.");
    my @path = @$path;
    for my $side (sides($index, $snapshot->{size})) {
        next if $side eq 'none';
        @path or wrong("The way of leaf $index is too short.");
        my $neighbour = read_node(shift @path, sub { "A node on the way of leaf $index" });
        $node = $side eq 'left' ? sum_node($neighbour, $node) : sum_node($node, $neighbour);
    }
    @path and wrong("The way of leaf $index is too long.");
    unpack('H*', $node->[0]) eq $snapshot->{root}
        or wrong("The way of leaf $index doesn't lead to the published root.");
    $node->[1] == $snapshot->{owed}
        or wrong("The way of leaf $index doesn't lead to the published sum.");
}

sub say_own {
    my ($own) = @_;
    my @names = ('Deposit', 'Bonus', 'Win', 'Referral', 'open stakes', 'payouts on their way');
    my $all   = 0;
    $all = add($all, $_) for @$own;
    say "You are in it, with " . fkr($all) . " fkr.";
    my $parts = join ', ', map { "$names[$_] " . fkr($own->[$_]) } 0 .. 5;
    say "  Compare with what you had: $parts.";
}

# A length in front of a text.
sub lp {
    my $bytes = Encode::encode('UTF-8', $_[0]);
    return pack('N', length $bytes) . $bytes;
}

sub fkr {
    my ($sum) = @_;
    return sprintf '%s.%02d', substr("000$sum", 0, -2) =~ s/\A0+(?=\d)//r, substr "0$sum", -2;
}

# ---------------------------------------------------------------------------------------------
# Values of JSON

sub has_members {
    my ($value, $what, $needed, $optional) = @_;
    ref $value eq 'HASH' or wrong("$what isn't a JSON object.");
    exists $value->{$_} or wrong("$what has no `$_`.") for @$needed;
    my %known = map { $_ => 1 } @$needed, @{ $optional // [] };
    $known{$_} or wrong("$what has `$_`, which it shouldn't.") for sort keys %$value;
}

sub text {
    my ($value, $what) = @_;
    defined $value && !ref $value or wrong("$what isn't a text.");
    return $value;
}

sub is_hex {
    my ($value, $bytes) = @_;
    return defined $value && !ref $value && length $value == 2 * $bytes && $value !~ /[^0-9a-f]/;
}

# A whole number, 0 or more.
sub integer {
    my ($value, $what) = @_;
    ref $value eq 'Number' && $$value =~ /\A(?:0|[1-9][0-9]{0,15})\z/ && $$value <= $SAFE_INTEGER
        or wrong("$what isn't a whole number, 0 or more.");
    return 0 + $$value;
}

# An amount of 64 bits in hundredths: digits in quotes.
sub u64 {
    my ($value) = @_;
    defined $value && !ref $value or wrong("The house counts what is no sum: no text.");
    $value =~ /\A(?:0|[1-9][0-9]{0,19})\z/ && (length $value < 20 || $value le "$U64_MAX")
        or wrong("The house counts what is no sum: $value.");
    return 0 + $value;
}

# A number of fkr, with two decimals at most, in hundredths.
sub hundredths {
    my ($value, $what) = @_;
    ref $value eq 'Number' && $$value =~ /\A(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?\z/
        or wrong("$what isn't an amount of fkr.");
    my $digits = $1 . substr(($2 // '') . '00', 0, 2);
    return u64($digits =~ s/\A0+(?=\d)//r);
}

# The canonical JSON of a value (RFC 8785), as bytes. Numbers in what the house signs are whole.
sub canonical {
    my ($value) = @_;
    return Encode::encode('UTF-8', canonical_text($value));
}

sub canonical_text {
    my ($value) = @_;
    return quoted($value) if !ref $value;
    return $$value if ref $value eq 'Literal';
    return '[' . join(',', map { canonical_text($_) } @$value) . ']' if ref $value eq 'ARRAY';
    if (ref $value eq 'Number') {
        $$value =~ /\A(?:0|-?[1-9][0-9]{0,15})\z/ && abs($$value) <= $SAFE_INTEGER
            or wrong("A receipt has the number $$value, which isn't whole.");
        return $$value;
    }
    my @names = sort { utf16($a) cmp utf16($b) } keys %$value;
    return '{' . join(',', map { quoted($_) . ':' . canonical_text($value->{$_}) } @names) . '}';
}

sub utf16 { return Encode::encode('UTF-16BE', $_[0]) }

sub quoted {
    my ($text) = @_;
    my %short = (
        "\b" => '\b', "\t" => '\t', "\n" => '\n', "\f" => '\f', "\r" => '\r',
        '"'  => '\"', '\\' => '\\\\',
    );
    $text =~ s{(["\\\x00-\x1f])}{$short{$1} // sprintf '\u%04x', ord $1}ge;
    return qq("$text");
}

# A given file: a JSON object with these members. Another one, such as the house's refusal or a
# download that broke off, says nothing about the house.
sub read_json {
    my ($path, $what, @members) = @_;
    my $bytes = read_file($path);
    my $value = eval { parse_json($bytes) } // do {
        my $why = $@;
        wrong("$what isn't as it must be: $$why.") if ref $why eq 'Wrong';
        die "$what in $path can't be read: $why";
    };
    ref $value eq 'HASH' or die "$what in $path can't be read: it is no JSON object.\n";
    exists $value->{$_} or die "$what in $path has no `$_`.\n" for @members;
    return $value;
}

# JSON (RFC 8259), to the letter: no member twice, no byte that isn't UTF-8. JSON::PP would take the
# last of two members and forget how a number was written. Texts become texts, numbers keep their
# spelling (as a Number), and true, false and null are Literals.
sub parse_json {
    my ($bytes) = @_;
    my $text = eval { Encode::decode('UTF-8', $bytes, Encode::FB_CROAK) }
        // die "it isn't UTF-8.\n";
    pos($text) = 0;
    my $value = json_value(\$text, 0);
    $text =~ /\G[ \t\n\r]*\z/gc or no_json('something follows at its end');
    return $value;
}

sub no_json {
    my ($why) = @_;
    die "it isn't JSON: $why.\n";
}

sub json_value {
    my ($text, $depth) = @_;
    $depth < 100 or no_json('it is nested too deeply');
    $$text =~ /\G[ \t\n\r]+/gc;
    return json_text($text) if $$text =~ /\G"/gc;
    return json_object($text, $depth) if $$text =~ /\G\{/gc;
    return json_array($text, $depth)  if $$text =~ /\G\[/gc;
    return bless \(my $number = $1), 'Number'
        if $$text =~ /\G(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/gc;
    return bless \(my $literal = $1), 'Literal' if $$text =~ /\G(true|false|null)/gc;
    return no_json('a value is missing at character ' . pos $$text);
}

sub json_object {
    my ($text, $depth) = @_;
    my %members;
    return \%members if $$text =~ /\G[ \t\n\r]*\}/gc;
    do {
        $$text =~ /\G[ \t\n\r]*"/gc or no_json('a name is missing at character ' . pos $$text);
        my $name = json_text($text);
        exists $members{$name} and wrong("`$name` is there twice");
        $$text =~ /\G[ \t\n\r]*:/gc or no_json('a colon is missing at character ' . pos $$text);
        $members{$name} = json_value($text, $depth + 1);
    } while $$text =~ /\G[ \t\n\r]*,/gc;
    $$text =~ /\G[ \t\n\r]*\}/gc or no_json('a brace is missing at character ' . pos $$text);
    return \%members;
}

sub json_array {
    my ($text, $depth) = @_;
    my @values;
    return \@values if $$text =~ /\G[ \t\n\r]*\]/gc;
    do { push @values, json_value($text, $depth + 1) } while $$text =~ /\G[ \t\n\r]*,/gc;
    $$text =~ /\G[ \t\n\r]*\]/gc or no_json('a bracket is missing at character ' . pos $$text);
    return \@values;
}

# A text, after its first quote.
sub json_text {
    my ($text) = @_;
    my $from = pos $$text;
    $$text =~ /\G([^"\\\x00-\x1f]*+)"/gc and return $1;    # nearly all have no escape
    $$text =~ /\G((?:[^"\\\x00-\x1f]++|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*+)"/gc
        or no_json("a text is bad at character $from");
    my %plain = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");
    my $value = $1;
    $value =~ s{\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)|\\u(....)|\\(.)}{
        defined $1 ? chr(0x10000 + ((hex($1) - 0xd800) << 10) + hex($2) - 0xdc00)
            : defined $3 ? unpaired($3) : $plain{$4} // $4
    }ge;
    return $value;
}

sub unpaired {
    my ($hex) = @_;
    $hex =~ /\A[dD][89a-fA-F]/ and wrong("a text has half a character, \\u$hex");
    return chr hex $hex;
}
